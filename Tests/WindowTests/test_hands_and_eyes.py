"""Strong contrasts, a focus that is seen, and the keyboard alone."""

import numpy
import pytest

from support import photos, pixels, replies
from support.accessibility import FOCUSED
from support.dialogs import Dialog
from support.homes import with_high_contrast, without_animations
from support.menus import close_menu, open_main_menu
from support.paintings import png
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import activate, is_background
from support.seeing import contrast, luminance
from support.texts import LEGIBLE
from support.waiting import wait_until

OF_MARKS = 3.0  # that of what is no text


def of_object(program, each):
    """The pixels of an accessible object."""
    x, y, width, height = each.extents()
    across, down = program.frame_width()
    return pixels.of_window(program.window(), x + across, y + down, width, height)


@pytest.fixture(params=["light", "dark"])
def strong(request, server, launch, new_home):
    """A list with a photo that fails, in strong contrasts."""
    server.on(photos.path(1), replies.status(404))
    home = with_high_contrast(remembers(new_home(), color_scheme=f"'{request.param}'"))
    program = launch(server.serve_photos(12), home=home)
    listed = PhotoList(program, [photos.name(number) for number in range(12)])
    listed.wait_until_done()
    listed.take_keyboard()
    return listed


def test_texts_have_strong_contrasts_where_the_person_wants_them(strong, desktop):
    program = strong.program
    for row in (0, 1):
        text = of_object(program, strong.object(row))[:, 110:-60]
        # The lower line, which is dim otherwise.
        lower = text[text.shape[0] // 2:]
        assert contrast(lower) >= LEGIBLE, f"row {row}: {contrast(lower)}"
    page = activate(strong, 0, desktop)
    page.wait_for(photos.name(0))
    desktop.keyboard.press("F9")
    label = wait_until(lambda: program.accessible().find("label", "Dimensions") or program.accessible().find(
        "label", lambda name: "240" in name), 5, "the details are shown")
    wait_until(lambda: contrast(of_object(program, label)) >= LEGIBLE, 5,
               lambda: f"the details are legible: {contrast(of_object(program, label))}")


def edge(page):
    """The pixels along the upper edge of the photo's page, without its corners."""
    return page.pixels()[1, 60:-60]


def test_the_focused_photo_has_a_visible_ring(opened, desktop):
    _, page = opened(png(numpy.full((600, 600, 3), (200, 40, 40), dtype=numpy.uint8)), still=True)
    page.wait_for(photos.name(0))

    def is_focused():
        return page.photo().has_state(FOCUSED)

    def tab(*keys):
        desktop.keyboard.press(*keys)
        return is_focused()
    assert is_background(page.pixels()[20:24, 20:24]), "the photo leaves its edges free"
    desktop.keyboard.press("Shift_L", "Tab")
    wait_until(lambda: not is_focused(), 5, "the focus is elsewhere")
    wait_until(lambda: tab("Tab"), 10, "the photo has the focus", every=0.2)
    around = luminance(page.pixels()[20, 20])

    def ring():
        light = luminance(edge(page))
        return (max(light.min(), around) + 0.05) / (min(light.min(), around) + 0.05)
    wait_until(lambda: ring() >= OF_MARKS, 3, lambda: f"there is a ring: {ring()}")
    # It does not disturb those who point.
    _, _, width, height = page.extents()
    desktop.pointer.click(*page.on_screen(width // 2, height // 2))
    wait_until(lambda: ring() < 1.1, 5, lambda: f"there is none: {ring()}")


def test_everything_is_within_reach_of_the_keyboard_alone(server, launch, new_home, desktop):
    home = without_animations(new_home())
    program = launch(home=home)
    desktop.keyboard.focus(program.window())

    def focused():
        for each, role, name in program.accessible().walk(prune=()):
            if each.has_state(FOCUSED):
                return role, name
        return None
    # From the welcome page to a list.
    desktop.keyboard.press("Control_L", "l")
    dialog = Dialog(program, "Open Location")
    dialog.type_instead(server.serve_photos(12))
    dialog.press("Return")
    dialog.wait_until_gone()
    listed = PhotoList(program, [photos.name(number) for number in range(12)])
    listed.wait_until_done()
    wait_until(lambda: (focused() or ("", ""))[0] in ("list item", "list"), 5, lambda: f"the list has it: {focused()}")
    # Each dialog gives the focus back.
    for keys in (("Control_L", "g"), ("Control_L", "l"), ("Control_L", "comma")):
        desktop.keyboard.press(*keys)
        Dialog(program).dismiss()
        wait_until(lambda: (focused() or ("", ""))[0] in ("list item", "list"), 5,
                   lambda: f"the list has it again: {focused()}")
    open_main_menu(program)
    close_menu(program)
    wait_until(focused, 5, "something has the focus after the menu")
    # To a photo, through what is on its page, and back.
    page = activate(listed, 2, desktop)
    page.wait_for(photos.name(2))
    seen = []
    for _ in range(40):
        desktop.keyboard.press("Tab")
        now = wait_until(focused, 5, "something has the focus")
        if seen and now == seen[0]:
            break
        if now not in seen:
            seen.append(now)
    reached = {name for _, name in seen}
    assert {"Back", "Photo Menu"} <= reached, seen
    assert any("Filters" in name for name in reached) and any(photos.name(2) in name for name in reached), seen
    desktop.keyboard.press("Escape")
    wait_until(lambda: focused() and photos.name(2) in focused()[1], 5, lambda: f"its row has it: {focused()}")
