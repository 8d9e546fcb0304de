"""meson-helpers/changelog, with changelogs of its own: what becomes of a version's notes."""

import shutil
import subprocess
import xml.etree.ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CHANGES = """# Changelog

Something about it, with an item:

- nothing

## [1.10.0] - Unreleased

Two lines
of one paragraph: `a` < b & c.

### Added

- Not in the notes.

## [1.9.2] - 2031-02-03

### Fixed

- One thing,
  over two lines.
- Another.

### Security

- A third.
"""

TEMPLATE = """<component>
  @URLS@
  <screenshots>
    <screenshot type="default">
      <caption>A list</caption>
      <image>@SCREENSHOTS@/screenshot-list.png</image>
    </screenshot>
    <screenshot>
      <caption>A grid</caption>
      <image>@SCREENSHOTS@/screenshot-grid.png</image>
    </screenshot>
  </screenshots>
  <categories/>
  @RELEASES@
</component>
"""


@pytest.fixture
def changelog(tmp_path):
    """Runs the command with CHANGES; returns what it prints."""
    (tmp_path / "meson-helpers").mkdir()
    command = shutil.copy(ROOT / "meson-helpers/changelog", tmp_path / "meson-helpers")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "template").write_text(TEMPLATE)

    def changelog(*words):
        return subprocess.run(
            [command, *words], check=True, capture_output=True, text=True, cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1900000000"}).stdout
    return changelog


def test_the_first_heading_has_the_version(changelog):
    assert changelog("version") == "1.10.0\n"


def test_a_release_has_its_paragraphs_as_notes_or_else_its_lists(changelog):
    component = xml.etree.ElementTree.fromstring(changelog("metainfo", "template"))
    new, old = component.findall("releases/release")
    assert new.attrib == {"version": "1.10.0", "date": "2030-03-17", "type": "development"}
    assert [each.text for each in new.find("description")] == ["Two lines of one paragraph: a < b & c."]
    assert old.attrib == {"version": "1.9.2", "date": "2031-02-03", "type": "stable"}
    assert [each.tag for each in old.find("description")] == ["p", "ul", "p", "ul"]
    assert [each.text for each in old.iter("li")] == ["One thing, over two lines.", "Another.", "A third."]


def test_addresses_are_there_only_if_they_are_given(changelog):
    component = xml.etree.ElementTree.fromstring(changelog("metainfo", "template"))
    assert [each.tag for each in component] == ["categories", "releases"]
    addresses = ["https://a.example", "https://b.example/?a&amp;b"]
    component = xml.etree.ElementTree.fromstring(changelog("metainfo", "template", *addresses))
    assert component.findtext("url[@type='homepage']") == "https://a.example"
    images = [each.text for each in component.iter("image")]
    assert images == [f"https://b.example/?a&b/screenshot-{name}.png" for name in ("list", "grid")]
    assert [each.text for each in component.iter("caption")] == ["A list", "A grid"]


def test_the_version_in_the_making_is_older_than_its_release_for_debian(changelog):
    lines = changelog("debian", "+deb12", "A <a@b.example>").splitlines()
    assert lines[0] == "classic-photos (1.10.0~dev+deb12) unstable; urgency=medium"
    assert " -- A <a@b.example>  Sun, 17 Mar 2030 00:00:00 +0000" in lines
    assert "classic-photos (1.9.2+deb12) unstable; urgency=medium" in lines
    assert all(len(line) <= 80 for line in lines)


def test_a_maintainer_may_have_any_name(changelog):
    name = r"A & B/C \n <a@b.example>"
    assert f" -- {name}  Sun, 17 Mar 2030 00:00:00 +0000" in changelog("debian", "+deb12", name).splitlines()
