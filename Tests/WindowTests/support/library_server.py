"""What the stand-ins for servers of libraries share: they note each request, and answer it."""

import http.server
import threading
import time
import urllib.parse
from dataclasses import dataclass


@dataclass
class Request:
    """A request and its outcome; times are those of time.monotonic()."""

    method: str
    path: str
    query: dict
    key: str
    received: float
    body: bytes = b""
    status: int = None
    sent: int = 0
    ended: float = None


class LibraryServer:
    """Answers on a port of its own, below the path `prefix`. `on` answers some requests otherwise: a function of a
    Request that returns (status, type, body, fields), or None for the usual answer. `latency` is in seconds.

    A kind of server has a `scheme`, the `interface` below the prefix, the name of the `key_field`, and `usual`, which
    answers a Request."""

    def __init__(self, prefix):
        self.prefix, self.requests, self.latency, self.on = prefix, [], 0.0, None
        self.lock = threading.Lock()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                server.answer(self)

            do_POST = do_DELETE = do_GET

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def web(self):
        return f"http://127.0.0.1:{self.port}{self.prefix}"

    @property
    def url(self):
        return f"{self.scheme}+{self.web}"

    def end(self):
        self.http.shutdown()
        self.http.server_close()

    def asked(self, start):
        """The requests whose paths below the interface begin like this."""
        with self.lock:
            return [request for request in self.requests
                    if request.path.startswith(self.prefix + self.interface + start)]

    def answer(self, handler):
        address = urllib.parse.urlsplit(handler.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        request = Request(handler.command, urllib.parse.unquote(address.path), query,
                          handler.headers.get(self.key_field), time.monotonic(), body)
        with self.lock:
            self.requests.append(request)
        time.sleep(self.latency)
        status, kind, content, fields = (self.on(request) if self.on else None) or self.usual(request)
        request.status = status
        try:
            handler.send_response(status)
            handler.send_header("Content-Type", kind)
            handler.send_header("Content-Length", str(len(content)))
            for name, value in fields.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(content)
            request.sent, request.ended = len(content), time.monotonic()
        except OSError:
            handler.close_connection = True
