"""--screenshot FILE: the program saves a picture of itself, and reports whether its screen is complete."""

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


def test_the_demo_of_a_million_photos_comes_to_completion(launch, tmp_path):
    picture = tmp_path / "shot.png"
    program = launch("--screenshot", str(picture), "--demo=1000000")
    assert program.wait_for_exit(within=60) == 0, program.process.said()
    states = {state for _, state, _ in lines_of(program)}
    assert states <= {"filtered", "failed"} and "filtered" in states
    shown = numpy.asarray(Image.open(picture).convert("RGB"), dtype=float)
    assert shown[200:600, 20:90].std() > 10, "there are photos in the picture"


def test_rows_unfinished_after_a_minute_are_said_to_be_missing_and_it_exits_1(hanging_screenshot):
    program = hanging_screenshot.program
    assert program.wait_for_exit(within=80) == 1, program.process.said()
    said = program.process.said()
    named = [number for number in range(20) if photos.name(number) in said]
    assert named == [hanging_screenshot.UNFINISHED], said  # by then, the unanswered photo has failed
    assert not hanging_screenshot.picture.exists()
