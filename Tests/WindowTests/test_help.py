"""F1 opens the installed manual: in the desktop's help viewer, or else in a browser."""

import os

import pytest

from support.finding import says
from support.recorder import lines, opens, with_a_recorder
from support.waiting import wait_until


def with_a_manual(home, folder):
    """A home of a desktop on which the manual is installed."""
    for name in ("help/C/classic-photos/index.page", "classic-photos/manual/de.html", "classic-photos/manual/en.html"):
        path = folder / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<!DOCTYPE html><html></html>")
    home["XDG_DATA_DIRS"] = f"{folder / 'share'}:{os.environ.get('XDG_DATA_DIRS', '/usr/local/share:/usr/share')}"
    return home


def press_f1(program, desktop, shown="Open Location"):
    desktop.keyboard.focus(program.window())
    says(program, shown)
    desktop.keyboard.press("F1")


def test_the_help_viewer_shows_it(launch, new_home, tmp_path, desktop):
    home = with_a_manual(new_home(), tmp_path)
    noted = with_a_recorder(home, tmp_path)
    opens(home, "x-scheme-handler/help", "text/html")
    press_f1(launch(home=home), desktop)
    wait_until(lambda: lines(noted) == ["help:classic-photos"], 10, lambda: f"the manual is opened: {lines(noted)}")


@pytest.mark.parametrize(("language", "shown", "page"), [
    ("en", "Open Location", "en"), ("de_AT:fr", "Adresse öffnen", "de"), ("tlh", "Open Location", "en"),
    ("en_GB:de", "Open Location", "en")])
def test_without_a_help_viewer_a_browser_shows_it_in_the_readers_language(
        launch, new_home, tmp_path, desktop, language, shown, page):
    home = with_a_manual(new_home(), tmp_path)
    noted = with_a_recorder(home, tmp_path)
    opens(home, "text/html")
    press_f1(launch(home=home, LANG="C.UTF-8", LANGUAGE=language), desktop, shown)
    wanted = [str(tmp_path / f"share/classic-photos/manual/{page}.html")]
    wait_until(lambda: lines(noted) == wanted, 10, lambda: f"the manual is opened: {lines(noted)}")


def test_where_none_is_installed_it_says_so(launch, new_home, desktop):
    program = launch(home=new_home())
    press_f1(program, desktop)
    says(program, "The manual is not installed")
