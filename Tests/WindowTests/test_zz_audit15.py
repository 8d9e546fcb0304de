"""Audit: combined ways."""
import os
import pytest
from support import focus, pages, photos, replies, ways
from support.dialogs import is_on, preference_tabs
from support.homes import with_high_contrast, with_large_text, without_blinking
from support.photo_grid import remembers
from support.seeing import text_at
from support.waiting import wait_until
from support.ways import (NAMES, cut, dialog_is_in_order, is_a_round, is_in_order, of_list, of_photo, of_welcome, page_is_in_order, watched)
from test_every_page import test_each_dialog_is_in_order, test_each_page_is_in_order, test_the_welcome_page_is_in_order, listed

COMB = os.environ.get("AUDIT_WAYS", "ar").split(",")
for c in COMB:
    ways.WHOLE_ELSEWHERE[f"{c} 200 contrasts"] = (" in GtkListItemWidget", " in GtkText", " of AdwViewSwitcherButton")
ways.WIDTHS[:] = [int(w) for w in os.environ.get("AUDIT_WIDTHS", "360").split(",")]


@pytest.fixture(params=COMB)
def way(request, new_home, desktop, watched, tmp_path):
    home = remembers(new_home(), window_width=1900, filter="'sepia'")
    environment = dict(watched)
    with_high_contrast(home)
    environment.update(LANG="C.UTF-8", LANGUAGE=request.param)
    without_blinking(home)
    with_large_text(home, 200)
    with text_at(desktop, 200):
        yield f"{request.param} 200 contrasts", {"home": home, **environment}


@pytest.fixture
def is_in_order(way):
    from support import texts, accented
    from support.ways import OTHERS, cut_or_misread, read, show, WHOLE_ELSEWHERE
    import time
    def is_in_order(program, what, window=None, part=lambda seen: seen, finds=cut_or_misread):
        window = window or program.window()

        def wrong():
            frame = program.frame(window)
            short = [each for each in texts.cut(program, OTHERS)
                     if not each.endswith(WHOLE_ELSEWHERE.get(way[0], ()))]
            faint = texts.faint(program, pages.picture(program, window))
            return finds(part(read(frame)), frame.extents()[2]) + short + faint
        end = time.time() + 3
        while (w := wrong()) and time.time() < end:
            time.sleep(0.1)
        if w:
            with open("/tmp/audit15/found.txt", "a") as f:
                f.write(f"{way[0]} | {what} | {w}\n")
        show(program, way[0], what, window)
    return is_in_order
