"""Every row of the preferences by the keyboard alone: each stores its own setting, and no other."""

from pathlib import Path

from support.dialogs import Dialog, is_on, preference_tabs
from support.preferences import focused
from support.waiting import wait_until

ROWS = {
    "Style": "color-scheme", "Background": "photo-background", "Click": "click", "Recent Catalogues": "remember-recent",
    "View": "view", "Pictures in the List": "row-picture-size", "Pictures in the Grid": "grid-picture-size",
    "Price": "row-price", "Description": "row-description", "Author": "row-author", "Date": "row-date",
    "Filter": "filter", "Amount": "filter-amount", "Time per Photo": "slideshow-interval",
    "Random Order": "slideshow-random", "Loop": "slideshow-loop", "Fade": "slideshow-fade",
    "Metered Network": "metered-network", "Load Ahead": "read-ahead", "Downloads at Once": "download-limit",
    "Photos Filtered at Once": "filtration-limit", "Memory for Pictures": "memory-budget",
    "Files on Disk": "disk-budget",
}
# What changes the value of each kind of control.
KEYS = {"switch": ("space",), "spin button": ("Up",), "combo box": ("space", "Down", "Return")}


def stored(home):
    """The settings in the file, by name."""
    file = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
    lines = file.read_text().splitlines() if file.exists() else []
    return {name: value for name, _, value in (line.partition("=") for line in lines) if name in ROWS.values()}


def test_each_row_stores_its_own_setting_at_once(server, launch, new_home, desktop):
    home = new_home()
    program = launch(server.serve_photos(3), home=home)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "comma")
    dialog = Dialog(program, "Style")
    changed = {}
    for tab in preference_tabs(dialog.frame):
        tab.do()
        wait_until(lambda shown=tab: is_on(shown), 5, lambda shown=tab: f"{shown.name} is shown")
        for role, title in stops(dialog):
            if role not in KEYS:
                continue
            before = stored(home)
            # The amount of most filters is at its end.
            for key in ("Down",) if title == "Amount" else KEYS[role]:
                dialog.press(key)
            after = wait_until(lambda known=before: stored(home) != known and stored(home), 5,
                               lambda name=title: f"{name} stores something")
            changed[title] = {name for name in after if after[name] != before.get(name)}
            wait_until(lambda here=(role, title): focused(dialog.frame) == here, 5,
                       lambda: f"the focus is where it was: {focused(dialog.frame)}")
    assert changed == {title: {name} for title, name in ROWS.items()}
    dialog.dismiss()


def stops(dialog):
    """The stops of the page that is shown, while Tab leads from one to the next: once around, from the search on."""
    last = None
    for _ in range(40):
        if last == ("button", "Search"):
            break
        last = next_stop(dialog, last)
    seen = set()
    while True:
        last = next_stop(dialog, last)
        if last in seen or last[0] == "tab":
            return
        seen.add(last)
        yield last


def next_stop(dialog, last):
    dialog.press("Tab")
    def is_left():
        now = focused(dialog.frame)
        return now if now != last else None
    return wait_until(is_left, 5, lambda: f"the focus has left {last}", every=0.05)
