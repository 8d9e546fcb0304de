"""The stand-ins for servers, checked by clients that are not ours."""

import subprocess

import pytest

from support import clients, immich
from support.immich import ImmichServer, Library, months_of
from support.nextcloud import NextcloudServer


@pytest.fixture(scope="module")
def python():
    return clients.python()


def test_clients_of_immich_accept_every_answer(python):
    server = ImmichServer(
        Library(months_of([12, 0, 30]), videos=frozenset([3]), motions=frozenset([4])),
        scopes=immich.SCOPES | {"album.read", "person.read", "all"})
    try:
        checked = subprocess.run([python, "-B", clients.HERE / "check_immich.py", server.web, immich.KEY],
                                 capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0 and "accepted" in checked.stdout, checked.stderr[-3000:]
    finally:
        server.end()


def test_a_client_of_nextcloud_signs_in_with_the_browser_and_reads_the_files(python):
    server = NextcloudServer(2)
    try:
        client = subprocess.Popen([python, "-B", clients.HERE / "check_nextcloud.py", server.url],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        server.sign_in(client.stdout.readline().strip())
        said, wrong = client.communicate(timeout=60)
        assert client.returncode == 0 and said.split() == [server.login, "accepted"], wrong[-3000:]
    finally:
        server.end()
