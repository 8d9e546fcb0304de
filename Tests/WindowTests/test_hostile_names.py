"""Names and texts of a catalogue that try to read as something else: wherever they are shown or saved, they read as
what they are. And links that lead elsewhere than to the web."""

import json
import re
from urllib.parse import quote

import pytest

from support import clipboard, photos
from support.albums import open_photo, shown
from support.dialogs import Dialog
from support.finding import says, search_for, shows
from support.pages import wait_until_still
from support.photo_list import PhotoList
from support.recorder import lines, with_a_recorder
from support.saving import save_catalogue, save_original
from support.waiting import wait_until

# Directions, line ends and other control characters. The window's own texts have line ends.
UNFIT = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\u2028\u2029\x00-\x08\x0b-\x1f\x7f-\x9f]")
NAMES = {
    "evil\u202egpj.exe": "evilgpj.exe",
    "\u2067two\nlines\u2069": "two lines",
    "-rf\u2028.jpg": "-rf .jpg",
    "bell\x07 \x1b[31m": "bell   [31m",
    "שלום עולם.jpg": "שלום עולם.jpg",
    "\u200fصورة (2).jpg": "صورة (2).jpg",
}
SHOWN = list(NAMES.values())


def catalogue(server, **fields):
    entries = [{"name": name, "url": server.url(photos.path(number)), **fields} for number, name in enumerate(NAMES)]
    return json.dumps({"title": "My\u202e photos\u2028", "photos": entries}).encode()


@pytest.fixture
def program(server, launch, tmp_path):
    file = tmp_path / "album.json"
    file.write_bytes(catalogue(server, description="one\u202e\u2028two", author="Ann\u2066", license="CC\x07"))
    return launch(str(file))


def expect_nothing_unfit(program):
    texts = [name for _, _, name in program.accessible().walk() if name] + program.accessible().texts()
    assert len(texts) > 10
    assert [text for text in texts if UNFIT.search(text)] == []


def title(program):
    return program.frame(program.window()).name


def test_rows_and_titles_read_as_what_they_are_and_are_found_so(program):
    shows(program, SHOWN)
    wait_until(lambda: shown(program) == SHOWN, 10, lambda: f"the names are shown: {shown(program)}")
    wait_until(lambda: title(program) == "My photos", 5, lambda: f"the window has the title: {title(program)!r}")
    expect_nothing_unfit(program)
    search_for(program, "evilgpj")
    wait_until(lambda: shown(program) == ["evilgpj.exe"], 10, lambda: f"it is found: {shown(program)}")


def test_so_do_the_page_of_a_photo_its_details_and_what_is_copied(program):
    page = open_photo(program, SHOWN)
    assert title(program) == "evilgpj.exe"
    page.key("F9")
    wait_until(lambda: "Description" in program.accessible().texts(), 5, "the details are shown")
    texts = program.accessible().texts()
    assert "one\ntwo" in texts and "Ann" in texts and "CC " in texts, texts
    expect_nothing_unfit(program)
    page.close()
    program.desktop.keyboard.press("Control_L", "a")
    program.desktop.keyboard.press("Control_L", "c")
    says(program, f"{len(SHOWN)} names copied")
    assert clipboard.text(program.desktop.session.display.name).splitlines() == SHOWN


def test_no_name_is_markup_where_it_is_exported(server, launch):
    name = "Black & White <i>1</i>"
    program = launch(server.serve_catalogue([(name, server.url(photos.path(0)))]))
    listed = PhotoList(program, [name])
    listed.wait_until_done()
    listed.take_keyboard()

    def expect_its_name():
        program.desktop.keyboard.press("Control_L", "Shift_L", "e")
        dialog = Dialog(program, "Export…")
        assert f"“{name}”" in dialog.texts(), dialog.texts()
        dialog.dismiss()
    expect_its_name()
    open_photo(program, [name])
    expect_its_name()


def test_files_are_called_so_and_begin_neither_with_a_dash_nor_with_a_dot(server, launch, tmp_path):
    # Addresses with these names; the photo's file is called as its address ends.
    ends = ["evil\u202egpj.exe", "-rf.jpg", ".hidden\u2028.jpg", "שלום.jpg"]
    wanted = ["evilgpj.exe", "rf.jpg", "hidden .jpg", "שלום.jpg"]
    entries = []
    for number, end in enumerate(ends):
        path = f"/album/{quote(end)}"
        server.on(path, server.reply_to(photos.path(number)))
        entries.append((photos.name(number), server.url(path)))
    program = launch(server.serve_catalogue(entries))
    page = open_photo(program, [photos.name(number) for number in range(len(ends))])
    page.key("Control_L", "s")
    chooser = Dialog(program)
    program.desktop.pause(0.5)
    chooser.press("Control_L", "a")
    chooser.press("Control_L", "c")
    wait_until(lambda: clipboard.text(program.desktop.session.display.name) == wanted[0], 5, "the name is offered")
    chooser.dismiss()
    page.close()
    program.desktop.keyboard.press("Control_L", "a")
    says(program, f"{len(ends)} selected")
    folder = tmp_path / "saved"
    folder.mkdir()
    save_original(program, folder)
    says(program, f"{len(ends)} photos saved to “saved”")
    assert sorted(path.name for path in folder.iterdir()) == sorted(wanted)


def test_a_saved_table_begins_no_cell_like_a_formula_and_opens_with_the_same_names(server, launch, tmp_path, new_home):
    names = ["=HYPERLINK(1)", "+1", "@SUM(A1)", "'-x", "-1.5", "plain"]
    program = launch(server.serve_catalogue(
        [(name, server.url(photos.path(number))) for number, name in enumerate(names)]))
    shows(program, names)
    file = tmp_path / "album.csv"
    save_catalogue(program, file)
    wait_until(file.exists, 10, "it is saved")
    cells = [line.split(",")[0] for line in file.read_text().splitlines()[1:]]
    assert cells == ["'=HYPERLINK(1)", "'+1", "'@SUM(A1)", "''-x", "'-1.5", "plain"]
    program.quit()
    again = launch(str(file), home=new_home())
    shows(again, names)
    wait_until(lambda: shown(again) == names, 10, lambda: f"the names are the same: {shown(again)}")


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_only_addresses_of_the_web_are_opened_from_the_details(server, launch, desktop, tmp_path, new_home, scheme):
    home = new_home()
    noted = with_a_recorder(home, tmp_path)
    picture = tmp_path / "page.jpg"
    picture.write_bytes(photos.jpeg(0))
    page = server.url("/page.html") if scheme == "http" else picture.as_uri()
    file = tmp_path / "album.json"
    file.write_bytes(catalogue(server, page=page))
    program = launch(str(file), home=home)
    # All details are on screen.
    program.resize(1000, 800)
    open_photo(program, SHOWN).key("F9")

    def click(text):
        label = wait_until(lambda: program.accessible().find("label", lambda name: name == text), 5,
                           lambda: f"{text} is shown: {program.accessible().texts()}")
        # The details slide in: a click at the place of a moment ago would miss.
        wait_until_still(program)
        x, y, _, height = label.extents()
        left, top = program.place()
        desktop.pointer.arrive(left + x + 30, top + y + height / 2)
        desktop.pointer.press()
        desktop.pointer.release()
    click(page)
    # The photo's own address is a link in any case: what was clicked before would be noted before.
    own = server.url(photos.path(0))
    click(own)
    wait_until(lambda: own in lines(noted), 10, lambda: f"the address is opened: {lines(noted)}")
    assert lines(noted) == ([page, own] if scheme == "http" else [own])
