"""What packages are made with: the rules, and the versions that are needed."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_the_rules_take_sources_from_a_folder_with_a_space_in_its_name(tmp_path):
    folder = tmp_path / "My Projects"
    folder.mkdir()
    said = subprocess.run(
        ["make", "--dry-run", "--file", ROOT / "data/packaging/debian/rules", "override_dh_auto_configure",
         "override_dh_auto_install"],
        check=True, capture_output=True, text=True, cwd=folder,
        env={"PATH": "/usr/bin:/bin", "CLASSIC_PHOTOS_SOURCE": str(folder / "classic-photos")}).stdout
    words = shlex.split(said.replace("\\\n", " "), comments=True)
    assert str(folder / "classic-photos") in words
    assert f"DESTDIR={folder}/debian/classic-photos" in words


def test_one_version_of_swift_is_the_least_everywhere():
    helper = re.search(r"^needed=([0-9.]+)$", (ROOT / "meson-helpers/install-packages").read_text(), re.M)[1]
    meson = re.search(r"find_program\('swift', version: '>= ([0-9.]+)'\)", (ROOT / "meson.build").read_text())[1]
    assert meson == helper
    for name in ["README.md", "CONTRIBUTING.md"]:
        assert f"{helper} or later" in " ".join((ROOT / name).read_text().split()), name
