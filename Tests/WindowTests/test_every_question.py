"""Each dialog that follows a server's answer, and what a library on a server has of its own, in different ways of
seeing: nothing is cut off, a screen reader finds nothing wrong, and Tab leads to everything."""

import pytest

from support import pages
from support.dav import DavServer
from support.dialogs import Dialog
from support.immich import ImmichServer, Library, months_of
from support.libraries import shows_a_timeline, sign_in
from support.passwords import fill_in
from support.questions import Questions
from support.share import SEEN, CannotMount, VirtualFileSystems
from support.waiting import wait_until
from support.ways import (  # noqa: F401
    HARD_WAYS, cut_or_misread, dialog_is_in_order, is_a_round, is_in_order, of_list, of_photo, of_welcome,
    page_is_in_order, watched, way)

# Names of files in a library have underscores.
FILE_NAME = "DSC_"

pytestmark = pytest.mark.parametrize("way", HARD_WAYS, indirect=True)


def test_each_question_is_in_order(keyring, server, launch, way, desktop, tmp_path, dialog_is_in_order):
    program = launch(server.serve_photos(3), **way[1])
    wait_until(lambda: program.accessible().find_all("list item"), 20, "the list is there")
    desktop.park_pointer()
    questions = Questions(program, tmp_path)
    try:
        for about, dialog in questions.all():
            pages.wait_until_still(program, dialog.window)
            dialog_is_in_order(program, about, dialog.window)
    finally:
        questions.end()


def wrong_but_for_file_names(seen, width):
    return [each for each in cut_or_misread(seen, width) if FILE_NAME not in each]


@pytest.fixture
def library(request, keyring, launch, new_home, way):
    """A server with photos, of which the person has opened the library, and whose key is kept."""
    server = ImmichServer(Library(months_of([40, 3])))
    request.addfinalizer(server.end)
    other_settings = shows_a_timeline(new_home())["XDG_CONFIG_HOME"]
    sign_in(launch, server, {**way[1]["home"], "XDG_CONFIG_HOME": other_settings}).quit()
    return server


def test_a_library_is_in_order(library, launch, way, desktop, page_is_in_order, dialog_is_in_order):
    program = launch("--new-window", **way[1])
    desktop.keyboard.focus(program.window())
    desktop.park_pointer()

    def buttons():
        """Of the library on the welcome page: to rename it, to sign out, and to forget it."""
        return program.accessible().find_all("button", lambda name: f"127.0.0.1:{library.port}" in name, prune=())
    wait_until(lambda: len(buttons()) == 3, 10, lambda: program.accessible().describe())
    pages.wait_until_still(program)
    page_is_in_order(program, "libraries", part=of_welcome)
    for button in buttons():
        name = button.name
        button.do()
        dialog = Dialog(program)
        pages.wait_until_still(program, dialog.window)
        dialog_is_in_order(program, name, dialog.window)
        dialog.dismiss()
    desktop.keyboard.press("Control_L", "Shift_L", "l")
    dialog = Dialog(program)
    dialog.type(library.url)
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_until(lambda: program.accessible().find_all("list item"), 10, "the library is there")
    for what, keys, part in [
            ("library", ("Control_L", "Home"), of_list), ("library's timeline", ("Control_L", "3"), of_list),
            ("library's photo", ("Return",), of_photo), ("library's details", ("F9",), of_photo)]:
        desktop.keyboard.press(*keys)
        pages.wait_until_still(program)
        page_is_in_order(program, what, part=part, finds=wrong_but_for_file_names)


@pytest.fixture
def share(desktop, tmp_path):
    """A folder on a server that GVfs mounts, for those with a password."""
    try:
        systems = VirtualFileSystems(desktop.session, tmp_path / "gvfs.log", in_file_system=True)
    except CannotMount as error:
        pytest.skip(f"nothing can be mounted here: {error}")
    server = DavServer(3, login="anna:secret")
    yield server
    server.end()
    systems.end()


def test_what_a_share_asks_is_in_order(share, launch, way, desktop, dialog_is_in_order):
    program = launch(share.address, **way[1], **SEEN)
    desktop.park_pointer()
    dialog = Dialog(program)
    pages.wait_until_still(program, dialog.window)
    dialog_is_in_order(program, "a share's password", dialog.window)
    dialog.dismiss()


def test_what_a_share_says_of_a_wrong_password_is_in_order(share, launch, way, desktop, dialog_is_in_order):
    program = launch(share.address, **way[1], **SEEN)
    desktop.park_pointer()
    dialog = Dialog(program)
    fill_in(dialog, "anna", "nothing")
    dialog.press("Return")
    dialog.wait_until_gone()
    dialog = Dialog(program)
    pages.wait_until_still(program, dialog.window)
    dialog_is_in_order(program, "a share's wrong password", dialog.window)
    dialog.dismiss()
