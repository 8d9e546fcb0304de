"""A Python that has the clients of others, which check the answers of the tests' stand-ins."""

import subprocess
import venv
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1] / "clients"


def python():
    """It; skips the test where PyPI's packages cannot be installed."""
    place = HERE.parents[2] / ".build/clients"
    wanted = (HERE / "requirements.txt").read_text()
    stamp = place / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        try:
            venv.create(place, with_pip=True, clear=True)
        except (subprocess.CalledProcessError, ImportError) as error:
            pytest.skip(f"no virtual environment: {error}")
        made = subprocess.run(
            [place / "bin/python", "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "10", "-r",
             HERE / "requirements.txt"], capture_output=True, text=True, timeout=300)
        if made.returncode:
            pytest.skip(f"PyPI's packages cannot be had: {made.stderr.splitlines()[-1:]}")
        stamp.write_text(wanted)
    return place / "bin/python"
