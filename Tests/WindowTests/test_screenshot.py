"""--screenshot FILE: the program looks at itself, and says whether its screen came to completion."""

import numpy
from PIL import Image

from support import photos, pixels, replies
from support.server import peak_in_flight


def lines_of(program):
    return [line.split("\t") for line in program.process.said().splitlines() if line.count("\t") == 2]


def test_a_screenshot_shows_and_names_the_rows_on_screen_and_exits_0(server, launch, tmp_path):
    server.on(photos.path(2), replies.status(404))
    picture = tmp_path / "shot.png"
    program = launch("--screenshot", str(picture), server.serve_photos(100))
    assert program.wait_for_exit(within=30) == 0, program.process.said()

    lines = lines_of(program)
    assert [name for name, _, _ in lines] == [photos.name(row) for row in range(len(lines))]
    assert len(lines) in (7, 8)
    for row, (_, state, reason) in enumerate(lines):
        if row == 2:
            assert "failed" in state.lower() and "404" in reason
        else:
            assert (state, reason) == ("filtered", "")

    image = Image.open(picture)
    assert image.size == (480, 720)
    shown = numpy.asarray(image.convert("RGB"), dtype=float)
    for row in (0, 1, 3, 4, 5):
        _, difference = pixels.locate(photos.filtered(row), shown[:, :160])
        assert difference < 1.5, f"photo {row} is not in the picture: {difference}"


def test_taking_a_screenshot_asks_for_the_rows_on_screen_only(server, launch, tmp_path):
    program = launch("--screenshot", str(tmp_path / "shot.png"), server.serve_photos(10_000))
    assert program.wait_for_exit(within=30) == 0, program.process.said()
    asked = server.numbers_asked()
    assert sorted(asked) == list(range(len(lines_of(program))))
    assert peak_in_flight(server.asked()) <= 6


def test_a_catalogue_that_cannot_be_opened_is_said_on_the_terminal_and_exits_1(server, launch, tmp_path):
    program = launch("--screenshot", str(tmp_path / "shot.png"), server.url("/no-such.plist"))
    assert program.wait_for_exit(within=65) == 1
    assert "404" in program.process.said() or "Not Found" in program.process.said()
