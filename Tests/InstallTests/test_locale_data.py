"""The program's part of ICU's data (meson-helpers/locale-data) is enough for all that it writes, in every locale."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("CLASSIC_PHOTOS_PROGRAM", ROOT / ".build/release/classic-photos"))
DECODER = PROGRAM.with_name("classic-photos-decoder")
SOURCE = Path(__file__).with_name("Formats.swift")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if not shutil.which("swiftc"):
        pytest.skip("there is no Swift")
    return tmp_path_factory.mktemp("locale-data")


def objects(folder, program):
    output = folder / f"{program}.o"
    written = subprocess.run(
        [ROOT / "meson-helpers/locale-data", program, output], capture_output=True, text=True, timeout=120)
    assert written.returncode == 0, written.stderr
    return output


def formats(folder, *arguments):
    program = folder / "formats"
    flags = ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--gc-sections", "-o", program]
    subprocess.run(["swiftc", SOURCE, *arguments, *flags], check=True, timeout=300)
    return program.stat().st_size, subprocess.run([program], check=True, capture_output=True, timeout=300).stdout


def test_every_locale_is_written_as_with_all_data(folder):
    whole_size, whole = formats(folder)
    size, written = formats(folder, objects(folder, "classic-photos"))
    assert whole.count(b"\n") > 900
    assert written == whole
    assert whole_size - size > 20_000_000


def test_the_decoder_has_the_languages_least(folder):
    sizes = [objects(folder, program).stat().st_size for program in ["classic-photos", "classic-photos-decoder"]]
    assert sizes[1] < 6_000_000 < sizes[0] < 12_000_000


def test_the_programs_have_that_data():
    """Or else a link took the library's: the names of languages are in it."""
    for program in [PROGRAM, DECODER]:
        content = program.read_bytes()
        assert b"/brkitr/" in content and b"/lang/de.res" not in content, program
    assert b"/curr/de.res" in PROGRAM.read_bytes()
    assert b"/curr/de.res" not in DECODER.read_bytes()
