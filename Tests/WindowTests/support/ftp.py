"""A loopback FTP server (pyftpdlib) of one folder of photos."""

import logging
import threading

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

from . import photos


class FtpServer:
    """Serves photos 0 to `count` - 1 in `folder` at /album, to the person of `login`, (name, password), and, if it
    `is_public`, to anyone."""

    def __init__(self, folder, count, login=None, is_public=True):
        (folder / "album").mkdir(parents=True)
        for number in range(count):
            (folder / "album" / f"{photos.name(number)}.jpg").write_bytes(photos.jpeg(number))
        people = DummyAuthorizer()
        if is_public:
            people.add_anonymous(str(folder))
        if login:
            people.add_user(*login, str(folder))
        handler = type("Handler", (FTPHandler,), {"authorizer": people, "auth_failed_timeout": 0})
        logging.getLogger("pyftpdlib").setLevel(logging.CRITICAL)
        self._server = FTPServer(("127.0.0.1", 0), handler)
        self._names = [f"{photos.name(number)}.jpg" for number in range(count)]
        self.host = f"127.0.0.1:{self._server.address[1]}"
        self.address = f"ftp://{self.host}/album"
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="FTP server", daemon=True)
        self._thread.start()

    def _serve(self):
        while not self._ends.is_set():
            self._server.serve_forever(timeout=0.05, blocking=False)
        self._server.close_all()

    def names(self):
        return self._names

    def end(self):
        self._ends.set()
        self._thread.join()
