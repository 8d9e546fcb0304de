"""Each page and each dialog, in each way of seeing and at each width: nothing is cut off, a screen reader finds nothing
wrong, and Tab leads to everything."""

import pytest

from support import focus, pages, photos, replies
from support.dialogs import is_on, preference_tabs
from support.waiting import wait_until
from support.ways import (  # noqa: F401
    NAMES, cut, dialog_is_in_order, is_a_round, is_in_order, of_list, of_photo, of_welcome, page_is_in_order, watched,
    way)


@pytest.fixture
def listed(way, server, launch, desktop):
    server.on(photos.path(1), replies.status(404))
    catalogue = server.serve_catalogue([(f"{NAMES[row % 3]} {row}", photos.path(row)) for row in range(40)])
    program = launch(catalogue, **way[1])
    wait_until(lambda: program.accessible().find("list item", lambda name: f"{NAMES[0]} 0" in name), 20,
               "the list is there")
    desktop.park_pointer()
    pages.wait_until_still(program)
    return program


def test_the_welcome_page_is_in_order(way, page_is_in_order, launch, desktop):
    program = launch(**way[1])
    desktop.keyboard.focus(program.window())
    desktop.park_pointer()
    pages.wait_until_still(program)
    page_is_in_order(program, "welcome", part=of_welcome)


def test_each_page_is_in_order(listed, page_is_in_order):
    for name in pages.PAGES:
        with pages.page(listed, name):
            page_is_in_order(listed, name, part=of_list if name in pages.OF_LIST else of_photo)


def test_each_dialog_is_in_order(listed, desktop, dialog_is_in_order):
    for name in pages.DIALOGS:
        desktop.keyboard.focus(listed.window())
        before = focus.focused(listed)
        with pages.dialog(listed, name) as window:
            dialog_is_in_order(listed, name, window)
            frame = listed.frame(window)
            for tab in preference_tabs(frame)[1:] if name == "preferences" else ():
                tab.do()
                wait_until(lambda shown=tab: is_on(shown), 5, lambda shown=tab: f"the page {shown.name} is shown")
                pages.wait_until_still(listed, window)
                dialog_is_in_order(listed, f"{name}, {tab.name}", window, finds=cut)
        wait_until(lambda: focus.focused(listed) == before, 5,
                   lambda: f"{name} gives the focus back to {before}, not to {focus.focused(listed)}")
