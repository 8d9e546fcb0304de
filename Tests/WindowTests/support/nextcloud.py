"""A loopback stand-in for Nextcloud: its status, its login flow v2 and its WebDAV folder, as its manual describes them.

https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/index.html
"""

import base64
import io
import json
import re
import secrets
from urllib.parse import parse_qs, unquote
from xml.etree import ElementTree

from PIL import Image

from .dav import PROPERTIES, DavServer, _Handler
from .immich import VIDEO

NEXTCLOUD = "http://nextcloud.org/ns"
FIRST = 1_714_564_800
PRINCIPAL = """<D:response><D:href>/remote.php/dav/</D:href><D:propstat><D:prop><D:current-user-principal>
<D:href>/remote.php/dav/principals/users/anna/</D:href></D:current-user-principal></D:prop>
<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"""


class NextcloudServer(DavServer):
    """Serves photos 0 to `count` - 1 in the folder of anna, who signs in by browser: `sign_in`.

    `change` changes what the login flow answers at its beginning. The sides of the photos are `enlarged`, and of
    those numbered in `previews` the server has smaller pictures. Those numbered in `videos` are videos, whose pictures
    the photos are.
    """

    def __init__(self, count, change=lambda answer: answer, status=200, previews=(), enlarged=1, videos=()):
        super().__init__(count)
        if enlarged > 1:
            self.files = {path: self.resized(data, lambda side: side * enlarged) for path, data in self.files.items()}
        self.previews = set(previews)
        # A server whose administrator has switched them off still says that it has some.
        self.makes_previews = True
        self.files = {path.replace("/album/", "/remote.php/webdav/"): data for path, data in self.files.items()}
        self.files = {path.removesuffix(".jpg") + ".mp4" if number in videos else path: data
                      for number, (path, data) in enumerate(self.files.items())}
        self.change, self.begin_status = change, status
        self.flows = {}  # token: what the poll answers, or None
        self.pages = {}  # path: token
        self.agents, self.polls, self.searches = [], [], []
        self._server.RequestHandlerClass = type("Handler", (_NextcloudHandler,), {"owner": self})
        self.url = f"http://{self.host}/"

    def begin(self, agent):
        token, page = secrets.token_urlsafe(16) + "+/&=", f"/login/v2/flow/{secrets.token_hex(8)}"
        self.flows[token], self.pages[page] = None, token
        self.agents.append(agent)
        return self.change({
            "poll": {"token": token, "endpoint": f"{self.url}login/v2/poll"}, "login": self.url + page[1:]})

    def more(self, path):
        """Photos were taken a day after each other, from 1 May 2024 at noon by the camera's clock."""
        names = sorted({*self.files, *(each.rsplit("/", 1)[0] + "/" for each in self.files)})
        number = names.index(path) + 1
        identity = f'<oc:fileid xmlns:oc="http://owncloud.org/ns">{number}</oc:fileid>'
        identity += f'<oc:id xmlns:oc="http://owncloud.org/ns">{number:08}ocabcdefghij</oc:id>'
        if path not in self.files:
            return identity
        number = list(self.files).index(path)
        size = Image.open(io.BytesIO(self.files[path])).size
        has_preview = "true" if number in self.previews else "false"
        if path.endswith(".mp4"):
            identity += "<D:getcontenttype>video/mp4</D:getcontenttype>"
        return identity + (
            f'<nc:has-preview xmlns:nc="{NEXTCLOUD}">{has_preview}</nc:has-preview>'
            f'<nc:metadata-photos-exif xmlns:nc="{NEXTCLOUD}"><ExposureTime>10/2500</ExposureTime>'
            f"<FNumber>28/10</FNumber></nc:metadata-photos-exif>"
            f'<nc:metadata-photos-ifd0 xmlns:nc="{NEXTCLOUD}"><Model>Camera {number}</Model>'
            f'</nc:metadata-photos-ifd0><nc:metadata-photos-place xmlns:nc="{NEXTCLOUD}">Lisbon'
            f"</nc:metadata-photos-place>"
            f'<nc:metadata-photos-original_date_time xmlns:nc="{NEXTCLOUD}">{FIRST + 86_400 * number}'
            f'</nc:metadata-photos-original_date_time><nc:metadata-photos-size xmlns:nc="{NEXTCLOUD}">'
            f"<width>{size[0]}</width><height>{size[1]}</height></nc:metadata-photos-size>")

    @staticmethod
    def resized(data, of_side):
        """The JPEG `data` with other sides."""
        picture, file = Image.open(io.BytesIO(data)), io.BytesIO()
        picture.resize([max(1, round(of_side(side))) for side in picture.size], Image.Resampling.BOX).save(
            file, "JPEG", quality=95)
        return file.getvalue()

    def described(self, path, address):
        """A file among the answers to a question, at this address."""
        return PROPERTIES.format(href=address.replace(" ", "%20"), name=path.rpartition("/")[2], kind="",
                                 length=len(self.files[path]), more=self.more(path))

    def preview(self, query):
        """The photo within the sides that are asked for, never enlarged; None if there is none."""
        names = sorted({*self.files, *(each.rsplit("/", 1)[0] + "/" for each in self.files)})
        path = names[int(query["fileId"][0]) - 1]
        if not self.makes_previews or list(self.files).index(path) not in self.previews:
            return None
        size = Image.open(io.BytesIO(self.files[path])).size
        scale = min(1, int(query["x"][0]) / size[0], int(query["y"][0]) / size[1])
        return self.resized(self.files[path], lambda side: side * scale)

    def asked_for(self, start):
        """The addresses of this kind that were asked for."""
        return [path for _, path in self.asked if path.startswith(start)]

    def sign_in(self, page):
        """The person has signed in at this page: the program's password is made."""
        token = self.pages[page.removeprefix(self.url.rstrip("/"))]
        self.login = "anna:" + secrets.token_urlsafe(24)
        name, _, password = self.login.partition(":")
        self.flows[token] = {"server": self.url, "loginName": name, "appPassword": password}


class _NextcloudHandler(_Handler):
    challenge = 'Basic realm="Nextcloud", charset="UTF-8"'
    tree = None  # Where the files are in the answer to the current question, if not at their older address.

    def _begin(self):
        if self.path.startswith("/remote.php/") and self.owner.login is None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.owner.asked.append((self.command, self.path))
            self._answer(401, WWW_Authenticate=self.challenge)
            return None
        return super()._begin()

    def _json(self, value, status=200):
        self._answer(status, json.dumps(value).encode(), Content_Type="application/json")

    def do_GET(self):
        if self.path == "/status.php":
            return self._json({"installed": True, "maintenance": False, "needsDbUpgrade": False,
                               "version": "31.0.2.1", "versionstring": "31.0.2", "edition": "",
                               "productname": "Nextcloud", "extendedSupport": False})
        if self.path.startswith("/index.php/core/preview?"):
            return self._preview()
        if self.path.startswith("/ocs/v1.php/cloud/"):
            return self._cloud(self.path.removeprefix("/ocs/v1.php/cloud/").partition("?")[0])
        # The same files under two addresses.
        self.path = self.path.replace("/remote.php/dav/files/anna/", "/remote.php/webdav/")
        if not self.path.startswith("/remote.php/"):
            return self._answer(404, b"<html>Nextcloud</html>", Content_Type="text/html")
        if self.path.endswith(".mp4"):
            return self._answer(200, VIDEO, Content_Type="video/mp4") if self._begin() is not None else None
        return super().do_GET()

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
        return self._answer(200, picture, Content_Type="image/jpeg", Cache_Control="private, max-age=86400, immutable")

    def _multistatus(self, parts):
        body = '<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">' + "".join(parts)
        self._answer(207, (body + "</D:multistatus>").encode(), Content_Type="application/xml; charset=utf-8")

    def do_SEARCH(self):
        """https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/search.html"""
        question = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self.headers.replace_header("Content-Length", "0")
        path = self._begin()
        if path is None:
            return None
        root = ElementTree.fromstring(question)
        scope = unquote(root.findtext(".//{DAV:}scope/{DAV:}href"))
        texts = [each.text for each in root.iter("{DAV:}literal")]
        if path.rstrip("/") != "/remote.php/dav" or not scope.startswith("/files/anna/") or texts[0] != "image/%":
            return self._answer(400)
        wanted = re.compile(texts[1].replace("%", ".*"), re.IGNORECASE)
        folder = "/remote.php/webdav/" + scope.removeprefix("/files/anna/")
        self.owner.searches.append(texts[1])
        return self._multistatus(
            self.owner.described(each, each.replace("/webdav/", "/dav/files/anna/")) for each in self.owner.files
            if each.startswith(folder) and wanted.fullmatch(each.rpartition("/")[2]))

    def do_PROPFIND(self):
        if self.path == "/remote.php/dav/":
            if self._begin() is not None:
                self._multistatus([PRINCIPAL])
            return None
        if not self.path.startswith("/remote.php/"):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            return self._answer(405)
        tree = "/remote.php/dav/files/anna"
        if self.path.startswith(tree):
            # The same folder at its newer address, also without its slash.
            self.tree = tree + "/"
            self.path = "/remote.php/webdav/" + self.path.removeprefix(tree).lstrip("/")
        return super().do_PROPFIND()

    def _answer(self, status, body=b"", **headers):
        if status == 207:
            if self.tree:
                body = body.replace(b"<D:href>/remote.php/webdav/", b"<D:href>" + self.tree.encode())
            # The prefixes that Nextcloud has, all declared at the beginning: some clients demand them.
            body = body.replace(b"<D:", b"<d:").replace(b"</D:", b"</d:").replace(b' xmlns:D="DAV:"', b"")
            for prefix, space in (("d", "DAV:"), ("oc", "http://owncloud.org/ns"), ("nc", NEXTCLOUD)):
                declared = f' xmlns:{prefix}="{space}"'.encode()
                body = body.replace(declared, b"").replace(b"<d:multistatus", b"<d:multistatus" + declared)
        self.tree = None
        super()._answer(status, body, **headers)

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
