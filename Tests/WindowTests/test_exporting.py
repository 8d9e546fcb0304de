"""From the program's start to an exported photo: with the keyboard alone, and with the accessibility interface alone.
The file contains the picture that was shown."""

import io

import numpy
from PIL import Image

from support import photos, replies
from support.accessibility import CHECKED, PRESSED, SENSITIVE
from support.albums import open_photo
from support.dialogs import open_location
from support.finding import says
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.saving import export
from support.waiting import wait_until

COUNT = 3
NAMES = [photos.name(number) for number in range(COUNT)]


def decoded(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=float)


def original(number):
    return numpy.asarray(Image.open(io.BytesIO(photos.jpeg(number))).convert("RGB"), dtype=float)


def open_first(launch, server, **variables):
    """Opens the first photo of a list, and returns the page."""
    program = launch(server.serve_photos(COUNT), **variables)
    page = open_photo(program, NAMES)
    page.wait_for(photos.name(0), width=photos.SIZE[0])
    return page


def choose(name):
    """Presses the button of a format, like a screen reader."""
    def press(dialog):
        button = dialog.frame.get("button", name, prune=())
        button.do()
        wait_until(lambda: button.has_state(PRESSED), 5, f"{name} is chosen")
    return press


def test_the_keyboard_alone_leads_from_the_start_to_an_exported_photo(launch, server, tmp_path):
    program = launch()
    open_location(program, server.serve_photos(COUNT))
    page = open_photo(program, NAMES, row=1)
    page.wait_for(photos.name(1), width=photos.SIZE[0])
    page.key("r")
    export(program, tmp_path / "taken.jpg")
    says(program, "Exported as “taken.jpg”")
    width, height = Image.open(tmp_path / "taken.jpg").size
    assert (width, height) == (photos.SIZE[1], photos.SIZE[0])
    page.close()
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".jpg"] == ["taken.jpg"]


def test_what_a_screen_reader_has_leads_from_the_start_to_an_exported_photo(launch, server, tmp_path):
    program = launch()
    window = program.accessible()

    def named(name):
        # GTK reports both the mnemonic's letter and its label.
        return lambda said: said.replace("_", "") in (name, f"{name} {name}")

    def find(role, name, within=window):
        return within.get(role, name, prune=())

    def dialog():
        return wait_until(lambda: next(iter(window.children()[1:]), None), 10, "a dialog is there", every=0.1)

    find("button", "Open Location").do()
    asking = dialog()
    find("text box", "Address", asking).set_text(server.serve_photos(COUNT))
    button = find("button", named("Open"), asking)
    wait_until(lambda: button.has_state(SENSITIVE), 5, "Open is offered")
    button.do()
    listed = PhotoList(program, NAMES)
    listed.wait_until_done()

    actions = wait_until(lambda: window.children()[0], 10, "the window is there")
    actions.act("win.open-photo")
    page = PhotoPage(program)
    page.wait_for(photos.name(0), width=photos.SIZE[0])
    actions.act("win.photo-turn-left")
    actions.act("win.photo-export")
    options = dialog()
    png = find("button", "PNG", options)
    png.do()
    wait_until(lambda: png.has_state(PRESSED), 5, "PNG is chosen")
    quality = find("spin button", "Quality", options)
    wait_until(lambda: not quality.has_state(SENSITIVE), 5, "a PNG has no quality")
    keep = find("switch", "Keep Metadata", options)
    if keep.has_state(CHECKED):
        keep.do()
    find("button", "Export…", options).do()
    saving = wait_until(
        lambda: next(each for each in window.children()[1:] if each.find("button", named("Export"))), 10,
        lambda: f"a file can be named:\n{window.describe()}", every=0.1)
    find("text box", lambda _: True, saving).set_text(str(tmp_path / "read.png"))
    find("button", named("Export"), saving).do()
    says(program, "Exported as “read.png”")
    assert Image.open(tmp_path / "read.png").size == (photos.SIZE[1], photos.SIZE[0])


def test_an_exported_file_decodes_to_what_was_shown(launch, server, tmp_path):
    page = open_first(launch, server)
    page.key("r")
    page.key("h")
    page.key("1")
    export(page.program, tmp_path / "seen.png", choose("PNG"))
    says(page.program, "Exported as “seen.png”")
    seen = decoded(tmp_path / "seen.png")
    assert numpy.array_equal(seen, numpy.rot90(photos.sepia(original(0)), -1)[:, ::-1])
    page.wait_until_shows(seen, alike=1)

    def unfiltered(dialog):
        choose("PNG")(dialog)
        switch = dialog.frame.get("switch", "Apply the Filter", prune=())
        if switch.has_state(CHECKED):
            switch.do()
        wait_until(lambda: not switch.has_state(CHECKED), 5, "no filter is chosen")
    export(page.program, tmp_path / "plain.png", unfiltered)
    says(page.program, "Exported as “plain.png”")
    assert numpy.array_equal(decoded(tmp_path / "plain.png"), numpy.rot90(original(0), -1)[:, ::-1])


def test_the_filter_that_is_seen_is_in_the_file_and_what_was_chosen_last_is_there_again(launch, server, tmp_path):
    page = open_first(launch, server)
    export(page.program, tmp_path / "brown.png", choose("PNG"))
    says(page.program, "Exported as “brown.png”")
    assert numpy.array_equal(decoded(tmp_path / "brown.png"), photos.sepia(original(0)))
    # PNG, without choosing it again.
    export(page.program, tmp_path / "again")
    says(page.program, "Exported as “again”")
    assert Image.open(tmp_path / "again").format == "PNG"


def test_what_the_camera_wrote_is_kept_or_not_as_chosen(launch, server, tmp_path):
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0112] = "Canon", "Canon EOS R5", 6
    file = io.BytesIO()
    Image.fromarray(original(0).astype(numpy.uint8)).save(file, "JPEG", quality=95, exif=exif)
    server.on(photos.path(0), replies.of(file.getvalue()))
    program = launch(server.serve_photos(COUNT))
    listed = PhotoList(program, NAMES)
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Home")
    program.desktop.keyboard.press("Return")
    page = PhotoPage(program)
    page.wait_for(photos.name(0), width=photos.SIZE[1], height=photos.SIZE[0])
    export(program, tmp_path / "kept.jpg")
    says(program, "Exported as “kept.jpg”")
    kept = Image.open(tmp_path / "kept.jpg")
    assert kept.size == (photos.SIZE[1], photos.SIZE[0])
    assert kept.getexif().get(0x0110) == "Canon EOS R5"
    assert kept.getexif().get(0x0112) == 1

    def stripped(dialog):
        dialog.press("Alt_L", "m")
    export(program, tmp_path / "stripped.jpg", stripped)
    says(program, "Exported as “stripped.jpg”")
    assert not dict(Image.open(tmp_path / "stripped.jpg").getexif())
    assert b"Canon" not in (tmp_path / "stripped.jpg").read_bytes()


def test_selected_photos_are_exported_together_into_a_folder(launch, server, tmp_path):
    program = launch(server.serve_photos(COUNT))
    listed = PhotoList(program, NAMES)
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Control_L", "a")
    says(program, f"{COUNT} selected")
    (tmp_path / "album").mkdir()
    (tmp_path / "album" / "1.jpg").write_bytes(b"of somebody else")
    export(program, tmp_path / "album")
    says(program, f"{COUNT} photos exported to “album”")
    assert sorted(each.name for each in (tmp_path / "album").iterdir()) == ["0.jpg", "1 (2).jpg", "1.jpg", "2.jpg"]
    assert (tmp_path / "album" / "1.jpg").read_bytes() == b"of somebody else"
    brown = photos.sepia(original(1))
    assert numpy.abs(decoded(tmp_path / "album" / "1 (2).jpg") - brown).mean() < 3
