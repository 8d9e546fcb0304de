"""`meson-helpers/bench --readme`: the README's figures, from stored results."""

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Tests/Benchmarks/readme.py"

ROWS = {
    "fetch": [["bytes of camera originals, list", "4,612.3 kB", "63,101.0 kB", "the whole photos"]],
    "thumbnails": [["row picture of a 12 MP JPEG, 2 cores", "12.9 ms", "21.2 ms", "vipsthumbnail"]],
    "catalogue": [["first screen from first byte, s", "0.07", "0.50", "bound"],
                  ["longest hold of the main context, ms", "6.80", "8.00", "bound"],
                  ["key to rows in the list, longest, ms", "36.1", "50.0", "bound"]],
    "window": [["first screen, 10,000 rows", "173.4 ms", "150.0 ms", "3 round trips of 50 ms"],
               ["frames while wheeling, photos in memory: 99%", "9.02 ms", "17.0 ms", "bound"],
               ["frames while wheeling, photos in memory: all", "13.9 ms", "33.0 ms", "bound"]],
    "photo": [["a key to a sharp 24 MP JPEG", "414.0 ms", "690.2 ms", "eog"],
              ["100 megapixels open, as a whole", "182.0 MiB", "1,710.4 MiB", "eog"],
              ["zoom of 24 megapixels: 99% of frames", "5.00 ms", "17.0 ms", "bound"],
              ["zoom of 100 megapixels: 99% of frames", "8.20 ms", "17.0 ms", "bound"]],
    "filters": [["sepia", "22.1 ms", "18.9 ms", "memcpy"],
                ["invert, the slowest", "24.0 ms", "203.0 ms", "Pillow convert"],
                ["invert, the slowest", "24.0 ms", "461.0 ms", "vips recomb"],
                ["invert, the slowest", "24.0 ms", "324.0 ms", "ImageMagick -color-matrix"]],
}


def run(*arguments):
    return subprocess.run(["/usr/bin/python3", "-B", SCRIPT, *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def kept(tmp_path):
    """The results of a run of each, kept as meson-helpers/bench does."""
    folder = tmp_path / "kept"
    for name, rows in ROWS.items():
        file = tmp_path / "rows"
        file.write_text("".join(json.dumps([*row, "1.00", "at most 1", "met"]) + "\n" for row in rows))
        assert run("keep", folder, name, file).returncode == 0
    return folder


@pytest.fixture
def readme(tmp_path):
    """A copy of the project's own."""
    copy = tmp_path / "README.md"
    copy.write_text((ROOT / "README.md").read_text())
    return copy


def test_each_figure_is_that_of_the_last_run(kept, readme):
    assert run("write", kept, readme).returncode == 0
    text = " ".join(readme.read_text().split())
    for figure in ("only **7%** of", "4.6 of 63.1 MB", "**13 ms** (vipsthumbnail: 21 ms)", "**0.07 s** after",
                   "longer than **7 ms**", "within **36 ms**", "**173 ms** after", "trips take 150 ms",
                   "take **9 ms** or less, and none takes more than 14 ms",
                   "**414 ms** after a key press (eog: 690 ms)",
                   "**182 MiB** of", "(eog: 1,710 MiB)", "99% of frames take **8 ms**",
                   "takes **22 ms** on one core, 17% more than a copy",
                   "(Pillow: 203 ms, ImageMagick: 324 ms, libvips: 461 ms)"):
        assert figure in text, figure
    kinds = {path.stem: json.loads(path.read_text()) for path in kept.glob("*.json")}
    assert kinds["fetch"]["date"] in text and kinds["fetch"]["machine"] in text
    for name, version in kinds["photo"]["peers"].items():
        assert f"{name} {version}" in text
    assert max(len(line) for line in readme.read_text().splitlines()) <= 120


def test_the_rest_of_the_readme_stays_and_a_second_time_changes_nothing(kept, readme):
    before = readme.read_text()
    run("write", kept, readme)
    once = readme.read_text()
    run("write", kept, readme)
    assert readme.read_text() == once
    start, end = once.index("<!-- figures"), once.index("<!-- end of the figures")
    assert before.startswith(once[:start]) and before.endswith(once[end:])


@pytest.mark.parametrize("name", ROWS)
def test_without_all_figures_the_readme_stays_as_it_is(kept, readme, name):
    before = readme.read_text()
    stored = json.loads((kept / f"{name}.json").read_text())
    stored["rows"][-1][1] = "failed"
    (kept / f"{name}.json").write_text(json.dumps(stored))
    said = run("write", kept, readme)
    assert said.returncode == 1 and name in said.stderr
    (kept / f"{name}.json").unlink()
    assert run("write", kept, readme).returncode == 1
    assert readme.read_text() == before
