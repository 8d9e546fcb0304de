"""Buckets of an S3 store: a real one, which checks every signature."""

import re

import pytest

from support import object_store, photos, replies
from support.dialogs import Dialog, open_location
from support.object_store import ObjectStore
from support.passwords import HEADING, log_in
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 8


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    if object_store.missing():
        pytest.skip(f"not installed: {object_store.missing()}")
    store = ObjectStore(tmp_path_factory.mktemp("store"))
    try:
        store.begin()
        store.put("photos", None, b"")
        for number in range(COUNT):
            store.put("photos", f"2019/Am See/{photos.name(number)}.jpg", photos.jpeg(number))
        store.put("photos", "2019/notes.txt", b"no picture")
        yield store
    finally:
        store.end()


@pytest.fixture
def address(store):
    return f"s3://photos/2019/?endpoint={store.address.replace(':', '%3A').replace('/', '%2F')}"


def configured(tmp_path, profile="default", secret=object_store.SECRET):
    """The variables of a person with a file of credentials."""
    file = tmp_path / "credentials"
    file.write_text(f"[{profile}]\naws_access_key_id = {object_store.KEY}\naws_secret_access_key = {secret}\n")
    return {"AWS_SHARED_CREDENTIALS_FILE": str(file), "AWS_CONFIG_FILE": str(tmp_path / "none")}


def unconfigured(tmp_path):
    return {"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none"), "AWS_CONFIG_FILE": str(tmp_path / "none")}


def expect_photos(program):
    listed = PhotoList(program, [f"Am See/{photos.name(number)}.jpg" for number in range(COUNT)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))
    listed.wait_until_shown(2, photos.filtered(2))
    return listed


def test_a_bucket_opens_with_the_keys_that_other_programs_use(store, address, launch, tmp_path):
    expect_photos(launch(address, **configured(tmp_path)))


def test_a_bucket_is_typed_and_a_profile_may_be_named(store, address, launch, tmp_path):
    program = launch(**configured(tmp_path, "at home"))
    open_location(program, address + "&profile=at%20home")
    expect_photos(program)


def test_a_profile_that_is_not_there_is_said(address, launch, tmp_path):
    program = launch(address + "&profile=work", **configured(tmp_path))
    dialog = Dialog(program, "Oops!")
    assert any("no profile “work”" in text for text in dialog.texts()), dialog.texts()
    dialog.dismiss()


def test_a_person_without_keys_is_asked_and_told_that_a_key_is_wrong(store, address, launch, tmp_path):
    program = launch(address, **unconfigured(tmp_path))
    dialog = Dialog(program, HEADING)
    said = " ".join(dialog.texts())
    assert "photos" in said and "Access Key ID" in said and "Secret Access Key" in said and "wrong" not in said
    log_in(dialog, object_store.KEY, "wrong")
    dialog = Dialog(program, HEADING)
    assert "The key is wrong" in " ".join(dialog.texts())
    # The key's ID is still there, and the secret has the focus.
    dialog.type(object_store.SECRET)
    dialog.press("Return")
    dialog.wait_until_gone()
    expect_photos(program)
    for text in (path.read_text(errors="replace") for path in tmp_path.glob("program-*.log")):
        assert object_store.SECRET not in text


def test_a_store_that_is_killed_and_comes_back_costs_no_row(store, address, launch, tmp_path, desktop):
    program = launch(address, **configured(tmp_path))
    listed = expect_photos(program)
    store.kill("object")
    try:
        store.kill("proxy")
    finally:
        for kind in ("object", "proxy"):
            if kind not in store.processes:
                store.start(kind)
    listed.take_keyboard()
    store.wait()
    desktop.keyboard.press("Control_L", "r")
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 10, lambda: listed.states())


ORIGINALS = 30
LISTED = 150


@pytest.fixture(scope="module")
def originals(store):
    """A bucket of photos of a megabyte each, as a camera writes them: its address, and the names in it."""
    names = [f"{photos.name(number)}.jpg" for number in range(ORIGINALS)]
    store.put("originals", None, b"")
    for number, name in enumerate(names):
        store.put("originals", name, photos.camera_original(number))
    return f"s3://originals?endpoint={store.address.replace(':', '%3A').replace('/', '%2F')}", names


STOPS = {"proxy": "The connection was lost|Cannot connect", "object": "503"}


@pytest.fixture(params=STOPS)
def midway(request, store, originals, launch, tmp_path, desktop):
    """The kind of a server of the store that answers nothing more, and a list whose last photos it was asked for."""
    address, names = originals
    program = launch(address, **configured(tmp_path))
    program.resize(480, 700)
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    store.freeze(request.param)
    try:
        listed.take_keyboard()
        desktop.keyboard.press("End")
        wait_until(lambda: any(state.startswith("downloading") for state in listed.states().values()), 10,
                   lambda: listed.states())
        yield request.param, listed
    finally:
        store.run(request.param)


def expect_the_last(listed):
    """Nobody presses Retry."""
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 40, lambda: listed.states())
    listed.wait_until_found(ORIGINALS - 1, photos.filtered(ORIGINALS - 1))


def test_photos_of_a_store_that_is_killed_midway_say_so_and_arrive_once_it_is_back(store, midway):
    kind, listed = midway
    store.kill(kind)
    wait_until(lambda: all(re.match(f"failed to load: .*({STOPS[kind]})", state, re.S)
                           for state in listed.states().values()), 20, lambda: listed.states())
    store.run(kind)
    expect_the_last(listed)


def test_a_store_that_is_restarted_midway_costs_no_photo(store, midway):
    kind, listed = midway
    store.begin_again(kind)
    expect_the_last(listed)


def test_a_bucket_whose_store_is_killed_while_it_is_listed_says_so_and_is_whole_once_it_is_back(
        store, launch, tmp_path, desktop):
    names = [f"{photos.name(number)}.jpg" for number in range(LISTED)]
    store.put("listed", None, b"")
    for number, name in enumerate(names):
        store.put("listed", name, photos.jpeg(number))
    store.page_length = 1
    try:
        store.begin_again("proxy")
        program = launch(f"s3://listed?endpoint={store.address.replace(':', '%3A').replace('/', '%2F')}",
                         **configured(tmp_path))
        wait_until(lambda: names[0] in texts(program), 20, lambda: texts(program))
    finally:
        store.page_length = 1000
        store.kill("proxy")
    try:
        dialog = Dialog(program, "Oops!")
        assert re.search("The connection was lost|Cannot connect", " ".join(dialog.texts())), dialog.texts()
        dialog.dismiss()
        assert names[0] in texts(program) and f"{LISTED} photos" not in texts(program)
    finally:
        store.run("proxy")
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "r")
    wait_until(lambda: f"{LISTED} photos" in texts(program), 10, lambda: texts(program))
    assert set(PhotoList(program, names).wait_until_done().values()) == {"filtered"}


def texts(program):
    return " ".join(program.accessible().texts())


def test_a_second_start_needs_no_store_and_finds_what_is_new(store, launch, tmp_path, new_home):
    names = [f"{photos.name(number)}.jpg" for number in range(COUNT)]
    store.put("again", None, b"")
    for number, name in enumerate(names):
        store.put("again", name, photos.jpeg(number))
    home = new_home()
    address = f"s3://again?endpoint={store.address.replace(':', '%3A').replace('/', '%2F')}"
    program = launch(address, home=home, **configured(tmp_path))
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    program.quit()
    store.kill("proxy")
    try:
        program = launch(address, home=home, **configured(tmp_path))
        listed = PhotoList(program, names)
        wait_until(lambda: "Offline" in texts(program), 10, lambda: texts(program))
        assert "Oops!" not in texts(program)
        listed.wait_until_found(0, photos.filtered(0))
        program.quit()
    finally:
        store.start("proxy")
        store.wait()
    store.delete("again", names[1])
    store.put("again", f"{photos.name(COUNT)}.jpg", photos.jpeg(COUNT))
    program = launch(address, home=home, **configured(tmp_path))
    listed = PhotoList(program, [names[0], *names[2:], f"{photos.name(COUNT)}.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(1, photos.filtered(2))
    assert "Offline" not in texts(program) and "Oops!" not in texts(program)


def listing(*names):
    """The list of a bucket for anyone."""
    rows = "".join(f"<Contents><Key>{name}</Key><LastModified>2019-07-01T10:00:00.000Z</LastModified>"
                   f"<ETag>&quot;x&quot;</ETag><Size>2000</Size></Contents>" for name in names)
    return replies.of(
        ('<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>old</Name>'
         f"<Prefix></Prefix><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>"
         ).encode(), "application/xml")


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_bucket_that_is_empty_or_gone_by_now_says_so(server, launch, tmp_path, new_home, is_gone):
    home = new_home()
    path = "/old/?list-type=2&encoding-type=url"
    server.on(path, listing("pier.jpg", "sea.jpg"))
    address = f"s3://old?endpoint={server.url('').replace(':', '%3A').replace('/', '%2F')}"
    program = launch(address, home=home, **unconfigured(tmp_path))
    wait_until(lambda: "sea.jpg" in texts(program), 10, lambda: texts(program))
    program.quit()
    server.on(path, replies.status(404) if is_gone else listing())
    program = launch(address, home=home, **unconfigured(tmp_path))
    if is_gone:
        Dialog(program, "Oops!").dismiss()
        assert "sea.jpg" in texts(program)
    else:
        wait_until(lambda: "sea.jpg" not in texts(program) and "Opening" not in texts(program), 10,
                   lambda: texts(program))
        assert "Oops!" not in texts(program)
