"""The stand-ins for servers, checked by clients that are not ours."""

import subprocess

import pytest

from support import clients, immich, photos
from support.bucket import BucketServer
from support.immich import ImmichServer, Library, months_of
from support.nextcloud import NextcloudServer


def test_clients_of_immich_accept_every_answer():
    python = clients.python("immich", "aioimmich")
    server = ImmichServer(
        Library(months_of([12, 0, 30]), videos=frozenset([3]), motions=frozenset([4])),
        scopes=immich.SCOPES | {"album.read", "person.read", "all"})
    try:
        checked = subprocess.run([python, "-B", clients.HERE / "check_immich.py", server.web, immich.KEY],
                                 capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0 and "accepted" in checked.stdout, checked.stderr[-3000:]
    finally:
        server.end()


def test_a_client_of_nextcloud_signs_in_with_the_browser_and_reads_the_files():
    python = clients.python("nc_py_api")
    server = NextcloudServer(3, previews=[1, 2], videos=[2])
    try:
        server.add("Am See & Söhne/Photo 50% & more.jpg", photos.jpeg(5))
        client = subprocess.Popen([python, "-B", clients.HERE / "check_nextcloud.py", server.url],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        server.sign_in(client.stdout.readline().strip())
        said, wrong = client.communicate(timeout=60)
        assert client.returncode == 0 and said.split() == [server.login, "accepted"], wrong[-3000:]
        # The files are those of a real server. Their names have spaces.
        asked = {(method, words[-3]) for method, *words in server.apache.requests()}
        assert {("PROPFIND", "207"), ("GET", "200"), ("GET", "206")} <= asked, asked
    finally:
        server.end()


@pytest.mark.parametrize("key", [None, ("test:a/b", "secret/+=")], ids=["anyone", "signed"])
def test_a_client_of_s3_accepts_every_answer(key):
    data = photos.jpeg(0)
    server = BucketServer("photos", clients.OBJECTS, data, key=key)
    try:
        clients.check_s3(server.web, "photos", dict.fromkeys(clients.OBJECTS, len(data)), key)
    finally:
        server.end()
