"""The stand-in for an Immich server, checked by clients that are not ours."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from support import immich
from support.immich import ImmichServer, Library, months_of

HERE = Path(__file__).resolve().parent / "clients"


@pytest.fixture(scope="module")
def clients():
    """The Python that has the clients."""
    place = HERE.parents[2] / ".build/clients"
    python = place / "bin/python"
    wanted = (HERE / "requirements.txt").read_text()
    stamp = place / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        try:
            venv.create(place, with_pip=True, clear=True)
        except (subprocess.CalledProcessError, ImportError) as error:
            pytest.skip(f"no virtual environment: {error}")
        made = subprocess.run([python, "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "10", "-r",
                               HERE / "requirements.txt"],
                              capture_output=True, text=True, timeout=300)
        if made.returncode:
            pytest.skip(f"PyPI's packages cannot be had: {made.stderr.splitlines()[-1:]}")
        stamp.write_text(wanted)
    return python


def test_clients_of_others_accept_every_answer(clients):
    server = ImmichServer(
        Library(months_of([12, 0, 30]), videos=frozenset([3]), motions=frozenset([4])),
        scopes=immich.SCOPES | {"album.read", "person.read"})
    try:
        checked = subprocess.run([clients, "-B", HERE / "check_immich.py", server.web, immich.KEY],
                                 capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0 and "accepted" in checked.stdout, checked.stderr[-3000:]
    finally:
        server.end()
