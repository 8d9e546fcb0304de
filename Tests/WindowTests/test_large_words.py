"""Languages with longer words than English, at text of 200 %, on a phone."""

import pytest

from support import photos, replies
from support.dialogs import Dialog
from support.homes import with_large_text
from support.photo_grid import remembers
from support.seeing import text_at
from support.waiting import wait_until
from support.ways import resize

WIDTH = 360


@pytest.fixture
def launch_large(launch, new_home, desktop):
    """Launches the program in a language, at text of 200 %."""
    with text_at(desktop, 200):
        def launch_large(language, *words, **variables):
            home = remembers(new_home(), window_width=900)
            with_large_text(home, 200)
            return launch(*words, home=home, LANG="C.UTF-8", LANGUAGE=language, **variables)
        yield launch_large


@pytest.mark.parametrize("language", ["de", "fr", "es", "ar"])
def test_the_welcome_page_is_as_narrow_as_a_phone(launch_large, language):
    program = launch_large(language)
    wait_until(lambda: [each for each in program.accessible().walk() if each[1] == "button"], 10, "it is shown")
    resize(program, WIDTH)
    # What does not fit would lie beyond the window, on both sides.
    width = program.frame(program.window()).extents()[2]
    for each, role, name in program.accessible().walk():
        if role == "button" and name:
            left, _, breadth, _ = each.extents()
            assert 0 <= left and left + breadth <= width, f"{name} is at {left} to {left + breadth} of {width}"


def test_the_answers_of_a_dialog_do_not_lie_upon_each_other(launch_large, server, desktop):
    server.photo_reply = lambda number: replies.of(photos.jpeg(number))
    program = launch_large("de", server.serve_photos(1))
    wait_until(lambda: program.accessible().find("list item", f"{photos.name(0)}, gefiltert"), 10, "a photo is there")
    resize(program, WIDTH)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Control_L", "Shift_L", "e")
    dialog = Dialog(program, "Exportieren …")
    resize(program, WIDTH, dialog.window)
    buttons = [dialog.button(name) for name in ("Abbrechen", "Exportieren")]
    wait_until(lambda: all(each.extents()[2] > 0 for each in buttons), 5, "they are shown")
    (left, top, width, height), (other, below, breadth, depth) = [each.extents() for each in buttons]
    assert left + width <= other or other + breadth <= left or top + height <= below or below + depth <= top
