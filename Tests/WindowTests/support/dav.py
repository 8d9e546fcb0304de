"""A loopback WebDAV server (RFC 4918) of one folder of photos, as far as GVfs asks it: OPTIONS, PROPFIND, HEAD and GET.
"""

import base64
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import photos

PROPERTIES = """<D:response><D:href>{href}</D:href><D:propstat><D:prop>
<D:displayname>{name}</D:displayname><D:resourcetype>{kind}</D:resourcetype>
<D:getcontentlength>{length}</D:getcontentlength><D:getetag>"{length}"</D:getetag>
<D:getlastmodified>Tue, 01 Jul 2025 12:00:00 GMT</D:getlastmodified>{more}
</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"""


class DavServer:
    """Serves photos 0 to `count` - 1 at /album/, or in the folder `inner` of it; with `login`, "name:password", only to
    those who send it. After `hold` it answers nothing."""

    def __init__(self, count, login=None, inner=""):
        folder = f"/album/{inner}/" if inner else "/album/"
        self.files = {f"{folder}{photos.name(number)}.jpg": photos.jpeg(number) for number in range(count)}
        self.login = login
        self.asked = []
        self.goes_on = threading.Event()
        self.goes_on.set()
        handler = type("Handler", (_Handler,), {"owner": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.address = f"dav://{self.host}/album/"
        # The same without GVfs.
        self.web_address = f"webdav://{self.host}/album/"
        threading.Thread(target=self._server.serve_forever, name="WebDAV server", daemon=True).start()

    def names(self):
        return [path.rsplit("/", 1)[1] for path in self.files]

    def more(self, path):
        """Further properties of a file or folder."""
        return ""

    def hold(self):
        self.goes_on.clear()

    def end(self):
        self.goes_on.set()
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner = None
    challenge = 'Basic realm="Holiday"'

    def log_message(self, *_):
        pass

    def _answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _begin(self):
        """The path that is asked for, after its body has been read; None if the request is answered already."""
        self.question = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.owner.asked.append((self.command, self.path))
        self.owner.goes_on.wait()
        login = self.owner.login
        if login and self.headers.get("Authorization") != "Basic " + base64.b64encode(login.encode()).decode():
            self._answer(401, WWW_Authenticate=self.challenge)
            return None
        return self.path.replace("%20", " ")

    def do_OPTIONS(self):
        if self._begin() is not None:
            self._answer(200, DAV="1", Allow="OPTIONS, PROPFIND, HEAD, GET")

    def do_PROPFIND(self):
        path = self._begin()
        if path is None:
            return
        files, folder = self.owner.files, path.rstrip("/") + "/"
        if path not in files and not any(each.startswith(folder) for each in files):
            return self._answer(404)
        found = [path] if path in files else [folder]
        if self.headers.get("Depth") == "1" and path not in files:
            found += [each for each in files if each.rsplit("/", 1)[0] + "/" == folder]
            below = {each[len(folder):].split("/")[0] for each in files
                     if each.startswith(folder) and "/" in each[len(folder):]}
            found += [f"{folder}{each}/" for each in sorted(below)]
        parts = [
            PROPERTIES.format(
                href=each.replace(" ", "%20"), name=each.rstrip("/").rpartition("/")[2],
                kind="" if each in files else "<D:collection/>", length=len(files.get(each, b"")),
                more=self.owner.more(each))
            for each in found]
        body = '<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">' + "".join(parts)
        self._answer(207, (body + "</D:multistatus>").encode(), Content_Type="application/xml; charset=utf-8")

    def do_GET(self):
        path = self._begin()
        if path is None:
            return
        data = self.owner.files.get(path)
        if data is None:
            return self._answer(404)
        asked = self.headers.get("Range")
        if not asked:
            return self._answer(200, data, Content_Type="image/jpeg", Accept_Ranges="bytes")
        first, _, last = asked.removeprefix("bytes=").partition("-")
        first, last = int(first), min(int(last or len(data) - 1), len(data) - 1)
        if first > last:
            return self._answer(416)
        self._answer(206, data[first:last + 1], Content_Type="image/jpeg",
                     Content_Range=f"bytes {first}-{last}/{len(data)}")

    do_HEAD = do_GET
