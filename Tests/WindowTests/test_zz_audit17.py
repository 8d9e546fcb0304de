import http.server, json, socket, threading, time
from pathlib import Path
import pytest
from support import immich, photoprism
from support.dialogs import Dialog, open_location
from support.finding import says
from support.homes import without_animations
from support.immich import ImmichServer, Library, months_of
from support.libraries import items, open_library_at, rows, shows_a_timeline, sidebar, sign_in
from support.passwords import HEADING, confirm
from support.photo_grid import remembers
from support.photo_page import PhotoPage
from support.photoprism import PhotoPrismServer
from support.timeline import Timeline
from support.waiting import wait_until
from support.menus import enter, open_main_menu, step_to
from test_immich import serve, open_library, give_key, open_signed_in, wait_for, press, show, ALL, title

def texts(program):
    return " ".join(program.accessible().texts())

def all_windows(program):
    return [w.describe() if hasattr(w,'describe') else w for w in program.windows()]


from support.passwords import fill_in
from support.bucket import BucketServer
from support import photos as P
from support.photo_list import PhotoList
from collections import Counter
import urllib.parse

def pp_sign(program, name="", password=photoprism.PASSWORD, remember=False):
    dialog = Dialog(program, HEADING)
    said = dialog.texts()
    fill_in(dialog, name, password)
    if remember: confirm(dialog, remember=True)
    else:
        dialog.press("Return"); dialog.wait_until_gone()
    return said

def oops(program):
    return [w for w in program.accessible().texts() if "\n" in w or "Oops" in w]


from support.piwigo import PiwigoServer
from support.passwords import log_in



def pages_down(program, desktop, n):
    for _ in range(n):
        press(program, desktop, "Page_Down"); time.sleep(.5)

@pytest.mark.parametrize("view", ["timeline", "grid"])
@pytest.mark.parametrize("grown", [0, 1, 2])
def test_71_reload_in_the_middle(serve, open_library, desktop, grown, view):
    server = serve(40, 60, 60, 60)
    program = open_signed_in(open_library, server, view=view)
    time.sleep(3)
    pages_down(program, desktop, 14 if view == "timeline" else 4)
    time.sleep(1)
    before = rows(program)
    heads = Timeline(program).headings()[:2] if view == "timeline" else [r for r in rows(program)][:1]
    counts = [40, 60, 60, 60]; counts[grown] += 1
    server.library = Library(months_of(counts)); server._buckets.clear()
    program.accessible().get("button", "Reload").do()
    time.sleep(4)
    after = Timeline(program).headings()[:2] if view == "timeline" else [r for r in rows(program)][:1]
    print("CASE", view, grown, heads, after, server.months_asked(), [t for t in program.accessible().texts() if "selected" in t][:1])
    assert "28 May" not in str(after)

def test_72_late_check(serve, keyring, launch, new_home, desktop):
    server = serve(40, 60, 60, 60)
    home = shows_a_timeline(new_home())
    program = sign_in(launch, server, home)
    pages_down(program, desktop, 12); time.sleep(2); program.quit()
    gate = threading.Event()
    server.library = Library(months_of([41, 60, 60, 60])); server._buckets.clear()
    server.on = lambda r: gate.wait(30) and None if r.path.endswith("/buckets") else None
    program = launch(server.url, home=home)
    shown = Timeline(program); time.sleep(2)
    pages_down(program, desktop, 12); time.sleep(1)
    heads = shown.headings()[:2]
    gate.set(); time.sleep(4)
    print("CASE late", heads, shown.headings()[:2], server.months_asked())
    assert "28 May" not in str(shown.headings())
