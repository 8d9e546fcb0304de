"""Clients of others, which check the answers of the tests' stand-ins: those of clients/requirements.txt, in a Python of
their own."""

import fcntl
import functools
import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1] / "clients"
# Names that S3's clients and stores escape in their ways.
OBJECTS = [
    "2019/Am See/1 +&<>%.jpg", "2019/Am See/2.jpg", "2020/a.jpg", "2020/~x!.jpg", "2020/日本.jpg", "top ü.jpg",
    "z & <end>.png"]


def python(*modules):
    """A Python that has these modules. Skips the test where neither PyPI's packages can be installed, nor the system's
    Python has the modules from the distribution's."""
    own, trouble = _installed()
    for each in [own, Path(sys.executable)]:
        if each and subprocess.run(
                [each, "-B", "-c", f"import {', '.join(modules)}"], capture_output=True).returncode == 0:
            return each
    pytest.skip(f"NOT CHECKED by {' and '.join(modules)}: {trouble}")


@functools.cache
def _installed():
    """The Python with PyPI's packages, or None and the reason."""
    place = HERE.parents[2] / ".build/clients"
    place.parent.mkdir(exist_ok=True)
    # Several processes run tests.
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        trouble = _install(place)
    return (None, trouble) if trouble else (place / "bin/python", "the packages do not work")


def _install(place):
    """Returns why it cannot be done; None once it is."""
    wanted = (HERE / "requirements.txt").read_text()
    stamp = place / "requirements.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return None
    try:
        venv.create(place, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, ImportError) as error:
        return f"no virtual environment: {error}"
    made = subprocess.run(
        [place / "bin/python", "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "10", "-r",
         HERE / "requirements.txt"], capture_output=True, text=True, timeout=300)
    if made.returncode:
        return f"PyPI's packages cannot be had: {made.stderr.splitlines()[-1:]}"
    stamp.write_text(wanted)
    return None


def check_s3(address, bucket, objects, key=None,
             refusals=("SignatureDoesNotMatch", "InvalidAccessKeyId", "AccessDenied")):
    """boto3 reads this bucket, whose `objects` are byte counts by names. `refusals` are the codes for another secret,
    for another key, and for none."""
    facts = {"address": address, "bucket": bucket, "objects": objects, "refusals": refusals}
    if key:
        facts["key"], facts["secret"] = key
    checked = subprocess.run([python("boto3"), "-B", HERE / "check_s3.py"], input=json.dumps(facts),
                             capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0 and "accepted" in checked.stdout, checked.stderr[-3000:]
