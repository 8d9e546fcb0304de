"""The program in other languages, started as people start it: under LANG and LANGUAGE."""

import pathlib
import re
import subprocess

import pytest

from support import photos
from support.dialogs import Dialog
from support.menus import close_menu, open_main_menu
from support.waiting import wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
# "Open Location", as the title of its dialog reads.
LANGUAGES = {
    "de": "Adresse öffnen", "fr": "Ouvrir une adresse", "es": "Abrir una dirección", "zh_CN": "打开位置", "ja": "場所を開く",
    "ar": "افتح موقعًا",
}
# What is the same in every language, or GTK's own, which has no accented English.
PLAIN = re.compile(
    r"(Gtk|Adw|ClassicPhotos)\w+|classic-photos"  # GTK names objects without a name by their type.
    r"|((Ctrl|Shift|Alt)\+)*(Return|Delete|Page (Up|Down)|F\d+|\S)|((Ctrl|Shift|Alt)\+)+\w+"  # GTK's names of keys.
    r"|Classic Photos|Close|Minimize|Maximize|Restore|Photo \d+|photos|127\.0\.0\.1.*|http.*|JPEG|PNG|WebP|[\W\d_]*"
    r"|\d+ ?(kB|MB|s|mm|ms)|[\d.]+ ?(B|kB|MB|GB)|.*\.(plist|png|jpg)|Toggle .*|Clear entry|Decrease|Increase")


@pytest.fixture(scope="module")
def accented(tmp_path_factory):
    """The environment of a language of accented English in brackets."""
    folder = tmp_path_factory.mktemp("translations")
    subprocess.run([ROOT / "meson-helpers/translations", "pseudo", folder, "xx"], check=True)
    return {"CLASSIC_PHOTOS_TRANSLATIONS": str(folder), "LANG": "C.UTF-8", "LANGUAGE": "xx"}


def wait_for_rows(program):
    """Waits until every row is done: what it says ends in brackets."""
    done = pseudo("filtered")

    def are_done():
        return sum(text.endswith(done) for text in program.accessible().texts()) == 4
    wait_until(are_done, 15, lambda: f"four rows say {done}:\n{program.accessible().describe()}")


def pseudo(text):
    return subprocess.run(
        ["/usr/bin/python3", "-B", "-c", "import pseudo, sys; print(pseudo.pseudo(sys.argv[1]))", text],
        cwd=ROOT / "data/po/tools", check=True, capture_output=True, text=True).stdout.strip()


def forgotten(program):
    """The English texts of all windows of the program."""
    return sorted({text for text in program.accessible().texts()
                   if not PLAIN.fullmatch(text) and "⟦" not in text and re.search("[A-Za-z]{2}", text)})


def nothing_is_forgotten(program):
    wait_until(lambda: not forgotten(program), 5, lambda: f"no text is English: {forgotten(program)}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_speaks_the_readers_language(launch, desktop, language):
    program = launch(LANG="C.UTF-8", LANGUAGE=language)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "l")
    dialog = Dialog(program, LANGUAGES[language])
    dialog.dismiss()


def test_an_unknown_language_is_english(launch, desktop):
    program = launch(LANG="C.UTF-8", LANGUAGE="tlh")
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "l")
    Dialog(program, "Open Location").dismiss()


def test_the_command_line_is_answered_in_the_readers_language(launch):
    program = launch("--nonsense", LANG="C.UTF-8", LANGUAGE="de")
    assert program.wait_for_exit() == 2
    assert "Unbekannte Option „--nonsense“" in program.process.said()


def test_no_text_of_the_list_is_forgotten(launch, server, desktop, accented):
    program = launch(server.serve_photos(4), **accented)
    wait_for_rows(program)
    nothing_is_forgotten(program)
    desktop.keyboard.focus(program.window())
    open_main_menu(program)
    nothing_is_forgotten(program)
    close_menu(program)
    for keys in (("Control_L", "l"), ("Control_L", "g")):
        desktop.keyboard.press(*keys)
        dialog = Dialog(program)
        nothing_is_forgotten(program)
        dialog.dismiss()
    desktop.keyboard.press("Control_L", "f")
    nothing_is_forgotten(program)


def test_no_text_of_a_photos_page_is_forgotten(launch, server, desktop, accented):
    program = launch(server.serve_photos(4), **accented)
    wait_for_rows(program)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    wait_until(lambda: any(photos.name(0) in text and "×" in text for text in program.accessible().texts()), 10,
               lambda: f"the page shows the photo:\n{program.accessible().describe()}")
    nothing_is_forgotten(program)
    for key in ("F9", "e", "c"):
        desktop.keyboard.press(key)
        nothing_is_forgotten(program)
