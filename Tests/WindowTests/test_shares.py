"""Mounts of other computers and of archives: addresses that are not files themselves."""

import subprocess
import zipfile
from functools import partial
from pathlib import Path

import pytest

from support import photos, sftp, smb
from support.accessibility import FOCUSED
from support.dav import DavServer
from support.dialogs import Dialog, open_location
from support.ftp import FtpServer
from support.passwords import confirm, log_in, log_in_as_another
from support.photo_list import PhotoList
from support.photo_page import activate
from support.share import SEEN, CannotMount, Share, virtual_file_systems  # noqa: F401 (a fixture)
from support.waiting import stays_true, wait_until

# The choices of GVfs.
TRUST, DISTRUST = "Log In Anyway", "Cancel Login"


@pytest.fixture
def archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "album.zip", "w") as album:
        for number in (1, 2, 10):
            album.writestr(f"{number}.jpg", photos.jpeg(number))
        album.writestr("notes.txt", "no picture")
    return tmp_path / "album.zip"


@pytest.fixture
def mount(desktop, archive, tmp_path):
    shares = []

    def mount(in_file_system):
        try:
            shares.append(Share(desktop.session, archive, tmp_path / "gvfs.log", in_file_system))
        except CannotMount as error:
            pytest.skip(f"nothing can be mounted here: {error}")
        return shares[-1]
    yield mount
    for share in shares:
        share.end()


def test_a_share_that_is_mounted_is_a_folder_like_any_other(mount, launch):
    share = mount(in_file_system=True)
    program = launch(share.address, **SEEN)
    listed = PhotoList(program, ["1.jpg", "2.jpg", "10.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(1))
    listed.wait_until_shown(2, photos.filtered(10))


def test_a_folder_that_no_path_leads_to_is_refused_in_words_and_the_list_is_unharmed(mount, launch, server):
    share = mount(in_file_system=False)
    program = launch(server.serve_photos(3), **SEEN)
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Home")
    program.desktop.keyboard.press("Control_L", "s")
    dialog = Dialog(program)
    program.desktop.pause(0.5)
    dialog.type_instead(share.address + "kept.jpg")
    # GVfs answers whether such a folder exists.
    program.desktop.pause(1)
    dialog.press("Return")
    said = Dialog(program, "Oops!")
    assert any("kept.jpg" in text and "Choose a folder on this computer" in text for text in said.texts()), said.texts()
    said.dismiss()
    assert set(listed.states().values()) == {"filtered"}


def each_ended(make):
    """What starts a server of three photos, or of another number; all end with the test."""
    servers = []

    def start(count=3, **options):
        servers.append(make(count, **options))
        return servers[-1]
    yield start
    for each in servers:
        each.end()


@pytest.fixture
def dav():
    yield from each_ended(DavServer)


@pytest.fixture
def ftp(tmp_path):
    yield from each_ended(partial(FtpServer, tmp_path / "ftp"))


@pytest.fixture
def sftp_server(tmp_path):
    if sftp.missing():
        pytest.skip(f"not installed: {sftp.missing()}")
    server = sftp.SftpServer(tmp_path / "sftp", 3)
    yield server
    server.end()


@pytest.fixture
def smb_server(tmp_path):
    if smb.missing():
        pytest.skip(f"not installed: {smb.missing()}")
    servers = []

    def start(**options):
        servers.append(smb.SmbServer(tmp_path / "album", 3, **options))
        return servers[-1]
    yield start
    for each in servers:
        each.end()


def expect_photos(program, server):
    listed = PhotoList(program, server.names())
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))
    listed.wait_until_shown(2, photos.filtered(2))


def give_password(program, heading):
    """GVfs has the name."""
    dialog = Dialog(program, heading)
    wait_until(lambda: dialog.frame.get("text box", "Password").has_state(FOCUSED), 5, "the password has the focus")
    dialog.type("hidden-word")
    dialog.press("Return")
    dialog.wait_until_gone()


def is_in_no_file(word, home):
    return not any(word in file.read_bytes() for file in Path(home["HOME"]).rglob("*") if file.is_file())


def test_a_share_is_mounted_when_it_is_opened_without_a_question_if_none_is_needed(virtual_file_systems, dav, launch):
    virtual_file_systems()
    server = dav()
    program = launch(**SEEN)
    open_location(program, server.address)
    expect_photos(program, server)
    wait_until(lambda: "album" in program.accessible().texts(), 5, "the title tells the folder")


def test_a_folder_of_a_share_is_mounted_again_when_the_program_opens_it_at_its_next_start(
        virtual_file_systems, dav, launch, desktop, new_home):
    systems = virtual_file_systems()
    server = dav(inner="On the pier")
    home = new_home()
    program = launch(server.address, home=home, **SEEN)
    listed = PhotoList(program, ["On the pier"])
    listed.wait_until_done()
    activate(listed, 0, desktop)
    expect_photos(program, server)
    program.desktop.keyboard.press("Alt_L", "Left")
    listed = PhotoList(program, ["On the pier"])
    listed.wait_until_done()
    activate(listed, 0, desktop)
    expect_photos(program, server)
    program.quit()
    subprocess.run(["gio", "mount", "--unmount", f"dav://{server.host}/"], env=systems.environment, check=True)
    expect_photos(launch(home=home, **SEEN), server)


def test_a_password_is_asked_for_until_it_is_right_and_is_written_nowhere(
        virtual_file_systems, dav, launch, new_home):
    gvfs = virtual_file_systems()
    server = dav(login="anna:hidden-word")
    home = new_home()
    program = launch(server.address, home=home, **SEEN)
    dialog = Dialog(program, "Name")
    said = " ".join(dialog.texts())
    assert "127.0.0.1" in said or "Holiday" in said, said
    assert "wrong" not in said
    log_in(dialog, "anna", "nothing")
    give_password(program, "The name or password is wrong. Try again.")
    expect_photos(program, server)
    assert not any("hidden" in each for each in program.accessible().texts())
    program.quit()
    written = [file.read_bytes() for file in Path(home["HOME"]).rglob("*") if file.is_file()]
    assert any(server.host.encode() in each for each in written), "the share is remembered"
    assert not any(b"hidden-word" in each for each in written)
    assert "hidden-word" not in gvfs.said()
    # It is still mounted.
    expect_photos(launch(home=home, **SEEN), server)


def test_an_address_with_a_password_is_opened_without_it(virtual_file_systems, dav, launch, new_home):
    virtual_file_systems()
    server = dav(login="anna:hidden-word")
    home = new_home()
    program = launch(server.address.replace("//", "//anna:hidden-word@"), home=home, **SEEN)
    give_password(program, "Password")
    expect_photos(program, server)
    program.quit()
    assert is_in_no_file(b"hidden-word", home)


def test_a_question_that_is_not_answered_opens_nothing_and_says_no_more(virtual_file_systems, dav, launch):
    virtual_file_systems()
    server = dav(login="anna:hidden-word")
    program = launch(server.address, **SEEN)
    Dialog(program, "Name").dismiss()
    wait_until(lambda: any("Open a folder of photos" in each for each in program.accessible().texts()), 10,
               "the welcome page is there")
    stays_true(lambda: len(program.windows()) == 1, 0.5, "no dialog appears")
    # Asked for again, it asks again.
    open_location(program, server.address)
    log_in(Dialog(program, "Name"), "anna", "hidden-word")
    expect_photos(program, server)


def test_the_program_ends_while_a_question_is_open(virtual_file_systems, dav, launch):
    virtual_file_systems()
    server = dav(login="anna:hidden-word")
    program = launch(server.address, **SEEN)
    dialog = Dialog(program, "Name")
    dialog.type("anna")
    dialog.press("Control_L", "q")
    assert program.wait_for_exit() == 0
    # Nothing waits for the answer: another start asks again.
    log_in(Dialog(launch(server.address, **SEEN), "Name"), "anna", "hidden-word")


def test_a_share_that_does_not_answer_can_be_cancelled(virtual_file_systems, dav, launch):
    virtual_file_systems()
    server = dav()
    server.hold()
    program = launch(server.address, **SEEN)
    wait_until(lambda: server.asked, 10, "the server is asked")
    cancel = wait_until(lambda: program.accessible().find("button", "Cancel Loading"), 5, "Cancel is there")
    cancel.do()
    wait_until(lambda: any("Open a folder of photos" in each for each in program.accessible().texts()), 10,
               "the welcome page is there")
    stays_true(lambda: len(program.windows()) == 1, 0.5, "no dialog appears")


def test_an_ftp_server_is_opened_with_its_name_and_password(virtual_file_systems, ftp, launch, new_home):
    virtual_file_systems()
    server = ftp(login=("anna", "hidden-word"), is_public=False)
    home = new_home()
    program = launch(home=home, **SEEN)
    open_location(program, server.address)
    log_in(Dialog(program, "Name"), "anna", "nothing")
    give_password(program, "The name or password is wrong. Try again.")
    expect_photos(program, server)
    program.quit()
    assert is_in_no_file(b"hidden-word", home)


@pytest.mark.parametrize("kind", ["ftp", "smb_server"])
def test_a_share_for_anyone_is_opened_without_a_name(virtual_file_systems, request, launch, kind):
    virtual_file_systems()
    server = request.getfixturevalue(kind)()
    program = launch(server.address, **SEEN)
    dialog = Dialog(program, "Without a name")
    # For smb, GVfs proposes the name of a guest.
    assert dialog.is_offered("Log In") == (kind == "smb_server")
    dialog.frame.get("switch", "Without a name").do()
    confirm(dialog)
    expect_photos(program, server)


def test_a_computer_is_trusted_once_before_its_photos_open(virtual_file_systems, sftp_server, launch, new_home):
    systems = virtual_file_systems(**sftp_server.variables)
    home = new_home()
    program = launch(home=home, **SEEN)
    open_location(program, sftp_server.address)
    question = Dialog(program, TRUST)
    said = " ".join(question.texts())
    assert "Identity Verification Failed" in said and "127.0.0.1" in said, said
    assert question.is_offered(TRUST) and question.is_offered(DISTRUST)
    assert not sftp_server.known()
    question.button(TRUST).do()
    question.wait_until_gone()
    expect_photos(program, sftp_server)
    assert len(sftp_server.known()) == 1, sftp_server.known()
    program.quit()
    subprocess.run(["gio", "mount", "--unmount", sftp_server.address], env=systems.environment, check=True)
    expect_photos(launch(home=home, **SEEN), sftp_server)


@pytest.fixture
def over_a_list(virtual_file_systems, sftp_server, open_list):
    """A list, over which the address of an SFTP server is opened."""
    virtual_file_systems(**sftp_server.variables)
    _, listed = open_list(3, **SEEN)
    listed.wait_until_done()
    open_location(listed.program, sftp_server.address)
    return listed


def test_a_computer_that_is_not_trusted_is_refused_in_words_and_the_list_is_unharmed(over_a_list, sftp_server):
    program = over_a_list.program
    question = Dialog(program, TRUST)
    question.button(DISTRUST).do()
    question.wait_until_gone()
    expect_refusal(program)
    assert set(over_a_list.states().values()) == {"filtered"}
    assert not sftp_server.known()
    # Asked for again, it asks again.
    open_location(program, sftp_server.address)
    question = Dialog(program, TRUST)
    question.button(TRUST).do()
    question.wait_until_gone()
    expect_photos(program, sftp_server)


def test_enter_trusts_no_computer(over_a_list, sftp_server):
    program = over_a_list.program
    question = Dialog(program, TRUST)
    question.press("Return")
    question.wait_until_gone()
    stays_true(lambda: len(program.windows()) == 1, 0.5, "no dialog appears")
    assert set(over_a_list.states().values()) == {"filtered"}
    assert not sftp_server.known()


def test_a_computer_with_another_key_than_before_is_refused_in_words(virtual_file_systems, sftp_server, launch):
    virtual_file_systems(**sftp_server.variables)
    sftp_server.become_another()
    program = launch(sftp_server.address, **SEEN)
    expect_refusal(program)


def expect_refusal(program):
    said = Dialog(program, "Oops!")
    assert any("Cannot connect to 127.0.0.1: Host key verification failed" in text for text in said.texts()), (
        said.texts())
    said.dismiss()


def test_a_windows_share_is_opened_with_its_name_and_password(virtual_file_systems, smb_server, launch, new_home):
    virtual_file_systems()
    server = smb_server(login=("anna", "hidden-word"))
    home = new_home()
    program = launch(home=home, **SEEN)
    open_location(program, server.address)
    log_in_as_another(Dialog(program, "Name"), "anna", "nothing")
    # The name stays: GVfs would propose that of a guest again.
    give_password(program, "The name or password is wrong. Try again.")
    expect_photos(program, server)
    program.quit()
    assert is_in_no_file(b"hidden-word", home)


def test_what_is_missing_to_open_a_share_is_said(virtual_file_systems, dav, launch):
    program = launch("smb://nas/photos")
    said = Dialog(program, "Oops!")
    assert any("cannot open “smb” addresses: GVfs is not installed" in text for text in said.texts()), said.texts()
    said.dismiss()
    program.quit()
    virtual_file_systems(in_file_system=False)
    said = Dialog(launch(dav().address, **SEEN), "Oops!", within=20)
    assert any("gvfs-fuse is missing" in text for text in said.texts()), said.texts()
    said.dismiss()
