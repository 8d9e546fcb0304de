"""A loopback stand-in for Nextcloud: its status, its login flow v2, its previews and its search, as its manual
describes them. The files are those of an Apache behind it, whose answers get the properties that Nextcloud adds.

https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/index.html
https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/basic.html
"""

import base64
import hashlib
import http.client
import io
import json
import os
import re
import secrets
import shutil
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote
from xml.etree import ElementTree

import pytest
from PIL import Image

from . import photos
from .dav import DavServer, _Handler
from .dav_servers import APACHE, Apache
from .immich import VIDEO

DAV, OWNCLOUD, NEXTCLOUD = "{DAV:}", "{http://owncloud.org/ns}", "{http://nextcloud.org/ns}"
# The prefixes that Nextcloud has: some clients demand them.
for _prefix, _space in (("d", DAV), ("oc", OWNCLOUD), ("nc", NEXTCLOUD)):
    ElementTree.register_namespace(_prefix, _space.strip("{}"))
FIRST, WRITTEN = 1_714_564_800, 1_751_371_200
DAY = 86_400
# The person's files have an older address and a newer one.
OLDER, NEWER = "/remote.php/webdav", "/remote.php/dav/files/anna"
# And their albums and places have one: https://github.com/nextcloud/photos/tree/master/lib/Sabre
PHOTOS = "/remote.php/dav/photos/anna"
ICON = b'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>'
PRINCIPAL = """<?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:"><d:response>
<d:href>/remote.php/dav/</d:href><d:propstat><d:prop><d:current-user-principal>
<d:href>/remote.php/dav/principals/users/anna/</d:href></d:current-user-principal></d:prop>
<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"""


class NextcloudServer(DavServer):
    """Serves photos 0 to `count` - 1 in the folder of anna, who signs in by browser: `sign_in`.

    `change` changes what the login flow answers at its beginning. The sides of the photos are `enlarged`, and of
    those numbered in `previews` the server has smaller pictures. Those numbered in `videos` are videos, whose pictures
    the photos are.
    """

    def __init__(self, count, change=lambda answer: answer, status=200, previews=(), enlarged=1, videos=()):
        if not shutil.which(APACHE):
            pytest.skip(f"not installed: {APACHE}")
        super().__init__(0)
        self.previews = set(previews)
        # A server whose administrator has switched them off still says that it has some.
        self.makes_previews = True
        # Whether it answers with an icon in place of a smaller picture.
        self.has_icons = False
        self.change, self.begin_status = change, status
        self.flows = {}  # token: what the poll answers, or None
        self.pages = {}  # path: token
        self.agents, self.polls, self.searches = [], [], []
        self._place = tempfile.TemporaryDirectory(prefix="nextcloud-")
        self.folder = Path(self._place.name, "files")
        self.folder.mkdir()
        # Numbers of files and folders by their paths; and of each photo and video, in order, its picture, the size of
        # that, and the sum of the file.
        self.ids, self.photos = {"": 1}, {}
        # Paths of photos: the favourites, and those in an album or a place by (list, name).
        self.favourites, self.albums = set(), {}
        # The statuses with which ownCloud, which lacks them, refuses lists ("albums", "places") and "search".
        self.refused = {}
        for number in range(count):
            photo = photos.jpeg(number)
            self.add(f"{photos.name(number)}.{'mp4' if number in videos else 'jpg'}",
                     photo if enlarged == 1 else self.resized(photo, lambda side: side * enlarged))
        self.apache = Apache(Path(self._place.name, "server"), self.folder).start()
        self._server.RequestHandlerClass = type("Handler", (_NextcloudHandler,), {"owner": self})
        self.url = f"http://{self.host}/"

    def add(self, path, photo):
        """Adds a photo at this path in the folder of anna, or a video with this picture."""
        file, content = self.folder / path, VIDEO if path.endswith(".mp4") else photo
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        os.utime(file, (WRITTEN, WRITTEN))
        for each in (path.rpartition("/")[0], path):
            self.ids.setdefault(each, len(self.ids) + 1)
        self.photos[path] = photo, Image.open(io.BytesIO(photo)).size, hashlib.sha1(content).hexdigest()

    def names(self):
        return [path.rpartition("/")[2] for path in self.photos]

    def end(self):
        super().end()
        self.apache.end()
        self._place.cleanup()

    def begin(self, agent):
        token, page = secrets.token_urlsafe(16) + "+/&=", f"/login/v2/flow/{secrets.token_hex(8)}"
        self.flows[token], self.pages[page] = None, token
        self.agents.append(agent)
        return self.change({
            "poll": {"token": token, "endpoint": f"{self.url}login/v2/poll"}, "login": self.url + page[1:]})

    def properties(self, path):
        """Those of a file or folder that Apache does not know, by their names: texts, or texts of elements.

        Photos were taken a day after each other, from 1 May 2024 at noon by the camera's clock.
        https://docs.nextcloud.com/server/latest/developer_manual/digging_deeper/files-metadata.html
        """
        identity = self.ids[path]
        known = {f"{DAV}displayname": path.rpartition("/")[2] or "anna", f"{OWNCLOUD}fileid": f"{identity}",
                 f"{OWNCLOUD}id": f"{identity:08}ocabcdefghij",
                 f"{OWNCLOUD}favorite": "1" if path in self.favourites else "0",
                 f"{OWNCLOUD}permissions": "RGDNVW" if path in self.photos else "RGDNVCK"}
        if path not in self.photos:
            return known
        number, (_, size, digest) = list(self.photos).index(path), self.photos[path]
        photo = f"{NEXTCLOUD}metadata-photos-"
        return known | {
            f"{OWNCLOUD}size": f"{(self.folder / path).stat().st_size}",
            f"{OWNCLOUD}checksums": {f"{OWNCLOUD}checksum": f"SHA1:{digest}"},
            f"{NEXTCLOUD}has-preview": "true" if number in self.previews else "false",
            f"{photo}exif": {"ExposureTime": "10/2500", "FNumber": "28/10"},
            f"{photo}ifd0": {"Model": f"Camera {number}"},
            f"{photo}place": "Lisbon",
            f"{photo}original_date_time": f"{FIRST + DAY * number}",
            f"{photo}size": {"width": f"{size[0]}", "height": f"{size[1]}"}}

    @staticmethod
    def resized(data, of_side):
        """The JPEG `data` with other sides."""
        picture, file = Image.open(io.BytesIO(data)), io.BytesIO()
        picture.resize([max(1, round(of_side(side))) for side in picture.size], Image.Resampling.BOX).save(
            file, "JPEG", quality=95)
        return file.getvalue()

    def preview(self, query):
        """The photo within the sides that are asked for, never enlarged; None if there is none."""
        path = {number: path for path, number in self.ids.items()}[int(query["fileId"][0])]
        if not self.makes_previews or list(self.photos).index(path) not in self.previews:
            return None
        picture, size, _ = self.photos[path]
        scale = min(1, int(query["x"][0]) / size[0], int(query["y"][0]) / size[1])
        return self.resized(picture, lambda side: side * scale)

    def asked_for(self, start):
        """The addresses of this kind that were asked for."""
        return [path for _, path in self.asked if path.startswith(start)]

    def sign_in(self, page):
        """The person has signed in at this page: the program's password is made."""
        token = self.pages[page.removeprefix(self.url.rstrip("/"))]
        self.login = "anna:" + secrets.token_urlsafe(24)
        name, _, password = self.login.partition(":")
        self.flows[token] = {"server": self.url, "loginName": name, "appPassword": password}


# Fields of requests that Apache gets, and fields of its answers that come back.
ASKED = ["Depth", "Range", "If-Range", "If-None-Match", "If-Modified-Since"]
ANSWERED = ["Content-Type", "Content-Range", "Accept-Ranges", "ETag", "Last-Modified", "DAV", "Allow", "MS-Author-Via"]


class _NextcloudHandler(_Handler):
    challenge = 'Basic realm="Nextcloud", charset="UTF-8"'

    def _begin(self):
        if self.path.startswith("/remote.php/") and self.owner.login is None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.owner.asked.append((self.command, self.path))
            self._answer(401, WWW_Authenticate=self.challenge)
            return None
        return super()._begin()

    def _json(self, value, status=200):
        self._answer(status, json.dumps(value).encode(), Content_Type="application/json")

    # Files

    def _enter(self, otherwise):
        """The address that a file or folder is asked for at, and its path at Apache; None if the request is answered
        already: with the status `otherwise` if it is not for a file."""
        if self.path.startswith(f"{PHOTOS}/"):
            number = int(self.path.rpartition("/")[2].partition("-")[0])
            self.path = f"{OLDER}/" + quote({number: path for path, number in self.owner.ids.items()}[number])
        tree = next((each for each in (OLDER, NEWER) if f"{self.path}/".startswith(f"{each}/")), None)
        if not tree:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            return self._answer(otherwise, b"<html>Nextcloud</html>", Content_Type="text/html")
        self.path = OLDER + self.path.removeprefix(tree)
        return None if self._begin() is None else (tree, self.path.removeprefix(OLDER) or "/")

    def _ask(self, method, path, question=None, **fields):
        """Apache's answer, and its content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.owner.apache.port, timeout=30)
        try:
            asked = {name: self.headers[name] for name in ASKED if name in self.headers}
            connection.request(method, path, question or None, {**asked, **fields})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def _pass_on(self, answer, content):
        self.send_response(answer.status)
        for name in ANSWERED:
            if answer.getheader(name):
                self.send_header(name, answer.getheader(name))
        # Of an answer to HEAD, that of the file.
        self.send_header("Content-Length", answer.getheader("Content-Length", str(len(content))))
        self.end_headers()
        self.wfile.write(content)

    def do_OPTIONS(self):
        entered = self._enter(405)
        if entered:
            self._pass_on(*self._ask(self.command, entered[1]))

    def do_HEAD(self):
        entered = self._enter(404)
        if entered:
            self._pass_on(*self._ask(self.command, entered[1]))

    def do_GET(self):
        if self.path == "/status.php":
            return self._json({"installed": True, "maintenance": False, "needsDbUpgrade": False,
                               "version": "31.0.2.1", "versionstring": "31.0.2", "edition": "",
                               "productname": "Nextcloud", "extendedSupport": False})
        if self.path.startswith("/index.php/core/preview?"):
            return self._preview()
        if self.path.startswith("/ocs/v1.php/cloud/"):
            return self._cloud(self.path.removeprefix("/ocs/v1.php/cloud/").partition("?")[0])
        return self.do_HEAD()

    def do_PROPFIND(self):
        if self.path == "/remote.php/dav/":
            if self._begin() is not None:
                self._answer(207, PRINCIPAL.encode(), Content_Type="application/xml; charset=utf-8")
            return None
        if self.path.startswith(f"{PHOTOS}/") and self.path.endswith("/"):
            return self._list_album()
        entered = self._enter(405)
        if not entered:
            return None
        answer, content = self._ask("PROPFIND", entered[1], self.question)
        if answer.status != 207:
            return self._pass_on(answer, content)
        return self._list(self._described(content, entered[0]))

    def _list_album(self):
        """A list of albums or places, or what is in one."""
        if self._begin() is None:
            return None
        address = self.path
        names = [unquote(each) for each in address.removeprefix(f"{PHOTOS}/").strip("/").split("/")]
        if names[0] in self.owner.refused:
            return self._answer(self.owner.refused[names[0]])
        responses = [self._collection(address)]
        if len(names) == 1:
            responses += [self._collection(f"{address}{quote(name)}/") for kind, name in self.owner.albums
                          if kind == names[0]]
            return self._list(responses)
        if tuple(names) not in self.owner.albums:
            return self._answer(404)
        for path in self.owner.albums[tuple(names)]:
            response, = self._described(self._ask("PROPFIND", f"/{quote(path)}", self.question, Depth="0")[1], NEWER)
            response.find(f"{DAV}href").text = address + quote(f"{self.owner.ids[path]}-{path.rpartition('/')[2]}")
            responses.append(response)
        return self._list(responses)

    @staticmethod
    def _collection(address):
        return element(f"{DAV}response", {
            f"{DAV}href": address, f"{DAV}propstat": {
                f"{DAV}prop": {f"{DAV}resourcetype": {f"{DAV}collection": ""}}, f"{DAV}status": "HTTP/1.1 200 OK"}})

    def do_SEARCH(self):
        """https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/search.html"""
        path = self._begin()
        if path is None:
            return None
        if "search" in self.owner.refused:
            return self._answer(self.owner.refused["search"])
        root = ElementTree.fromstring(self.question)
        scope = unquote(root.findtext(f".//{DAV}scope/{DAV}href"))
        texts = [each.text for each in root.iter(f"{DAV}literal")]
        if path.rstrip("/") != "/remote.php/dav" or not scope.startswith("/files/anna/") or texts[0] != "image/%":
            return self._answer(400)
        is_favourite = root.find(f".//{DAV}eq/{DAV}prop/{OWNCLOUD}favorite") is not None
        wanted = re.compile(".*" if is_favourite else texts[1].replace("%", ".*"), re.IGNORECASE)
        self.owner.searches.append(texts[1])
        question = ElementTree.Element(f"{DAV}propfind")
        question.append(root.find(f".//{DAV}select/{DAV}prop"))
        found = [each for each in self.owner.photos if each.startswith(scope.removeprefix("/files/anna/"))
                 and wanted.fullmatch(each.rpartition("/")[2]) and not each.endswith(".mp4")
                 and (not is_favourite or each in self.owner.favourites)]
        return self._list(response for each in found for response in self._described(
            self._ask("PROPFIND", f"/{quote(each)}", ElementTree.tostring(question), Depth="0")[1], NEWER))

    def _described(self, content, tree):
        """The files and folders in Apache's answer to PROPFIND, at their addresses here, with what Nextcloud knows of
        them: in the order of its database."""
        described = []
        for response in ElementTree.fromstring(content):
            address = response.find(f"{DAV}href")
            path = unquote(address.text).strip("/")
            address.text = tree + address.text
            known = self.owner.properties(path)
            groups = {each.findtext(f"{DAV}status").split()[1]: each for each in response.iter(f"{DAV}propstat")}
            there, missing = (groups[code].find(f"{DAV}prop") if code in groups else [] for code in ("200", "404"))
            for asked in [each for each in missing if each.tag in known]:
                missing.remove(asked)
                there.append(element(asked.tag, known[asked.tag]))
            if "404" in groups and not len(missing):
                response.remove(groups["404"])
            described.append((self.owner.ids[path], response))
        return [response for _, response in sorted(described, key=lambda each: each[0])]

    def _list(self, responses):
        root = ElementTree.Element(f"{DAV}multistatus")
        root.extend(responses)
        self._answer(207, ElementTree.tostring(root, "utf-8", xml_declaration=True),
                     Content_Type="application/xml; charset=utf-8")

    # Everything else

    def _cloud(self, what):
        """https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html

        Clients of others begin with these two."""
        version = {"major": 31, "minor": 0, "micro": 2, "string": "31.0.2", "edition": "", "extendedSupport": False}
        data = {"capabilities": {"version": version, "capabilities": {"core": {"webdav-root": "remote.php/webdav"}}},
                "user": {"id": "anna", "enabled": True, "quota": {}, "email": None, "displayname": "Anna"}}.get(what)
        meta = {"status": "ok" if data else "failure", "statuscode": 100 if data else 998, "message": "OK"}
        self._json({"ocs": {"meta": meta, "data": data or []}})

    def _preview(self):
        """https://github.com/nextcloud/server/blob/master/core/Controller/PreviewController.php"""
        self.owner.asked.append((self.command, self.path))
        login = self.owner.login
        if not login or self.headers.get("Authorization") != "Basic " + base64.b64encode(login.encode()).decode():
            # Without a question: this is no WebDAV.
            return self._json({"message": "Current user is not logged in"}, 401)
        picture = self.owner.preview(parse_qs(self.path.partition("?")[2]))
        if picture is None:
            return self._json([], 404)
        if self.owner.has_icons:
            return self._answer(200, ICON, Content_Type="image/svg+xml")
        return self._answer(200, picture, Content_Type="image/jpeg", Cache_Control="private, max-age=86400, immutable")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if self.path == "/index.php/login/v2":
            if self.owner.begin_status != 200:
                return self._answer(self.owner.begin_status)
            return self._json(self.owner.begin(self.headers.get("User-Agent")))
        if self.path in ("/login/v2/poll", "/index.php/login/v2/poll"):
            token = parse_qs(body).get("token", [""])[0]
            self.owner.polls.append(token)
            answer = self.owner.flows.get(token)
            if answer is None:
                return self._json([], 404)
            # It is given once.
            del self.owner.flows[token]
            return self._json(answer)
        self._answer(404)


def element(name, content):
    """An element with a text, or with elements that have texts."""
    made = ElementTree.Element(name)
    if isinstance(content, str):
        made.text = content
    else:
        made.extend(element(*each) for each in content.items())
    return made
