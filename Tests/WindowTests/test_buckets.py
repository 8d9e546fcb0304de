"""Buckets of an S3 store: a real one, which checks every signature."""

import re
import urllib.parse

import pytest

from support import camera_files, clients, object_store, photos
from support.bucket import BucketServer
from support.dialogs import Dialog, open_location
from support.finding import says
from support.homes import filtered_by
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


def of(store, place):
    """The address of a bucket, or of a folder in one."""
    return f"s3://{place}?endpoint={urllib.parse.quote(store.address, safe='')}"


@pytest.fixture
def address(store):
    return of(store, "photos/2019/")


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


def test_the_web_address_of_a_private_bucket_suffices(launch, tmp_path):
    names = ["pier.jpg", "sea.jpg"]
    server = BucketServer("trips", names, photos.jpeg(0), key=(object_store.KEY, object_store.SECRET))
    try:
        program = launch(**unconfigured(tmp_path))
        open_location(program, f"{server.web}/trips")
        dialog = Dialog(program, HEADING)
        assert "trips" in " ".join(dialog.texts()), dialog.texts()
        log_in(dialog, object_store.KEY, object_store.SECRET)
        dialog.wait_until_gone()
        listed = PhotoList(program, names)
        assert set(listed.wait_until_done().values()) == {"filtered"}
    finally:
        server.end()


ORIGINALS = 30
LISTED = 150


@pytest.fixture(scope="module")
def originals(store):
    """A bucket of photos of a megabyte each, as a camera writes them: its address, and the names in it."""
    names = [f"{photos.name(number)}.jpg" for number in range(ORIGINALS)]
    store.put("originals", None, b"")
    for number, name in enumerate(names):
        store.put("originals", name, photos.camera_original(number))
    return of(store, "originals"), names


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


def expect_the_last(store, listed, before):
    """Nobody presses Retry. Those on screen were asked for again after `before` requests."""
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 40, lambda: listed.states())
    listed.wait_until_found(ORIGINALS - 1, photos.filtered(ORIGINALS - 1))
    again = store.asked("originals")[before:]
    assert {listed.names[row] for row in listed.rows_on_screen()} <= set(again), again


def test_photos_of_a_store_that_is_killed_midway_say_so_and_arrive_once_it_is_back(store, midway):
    kind, listed = midway
    store.kill(kind)
    wait_until(lambda: all(re.match(f"failed to load: .*({STOPS[kind]})", state, re.S)
                           for state in listed.states().values()), 20, lambda: listed.states())
    before = len(store.asked("originals"))
    store.run(kind)
    expect_the_last(store, listed, before)


def test_a_store_that_is_restarted_midway_costs_no_photo(store, midway):
    kind, listed = midway
    before = len(store.asked("originals"))
    store.begin_again(kind)
    expect_the_last(store, listed, before)


# KiB a second of each photo: the beginning of one, which suffices for its row, takes some seconds.
SLOW = 3
LOST = r"failed to load: .*(The connection was lost|Cannot connect)"


def is_midway(states):
    return "filtered" in states.values() and any(re.match(r"downloading \d", state) for state in states.values())


def test_photos_of_which_a_part_has_arrived_are_whole_once_the_store_is_back(store, originals, launch, tmp_path):
    address, names = originals
    store.rate = SLOW
    try:
        store.begin_again("proxy")
        program = launch(address, **configured(tmp_path))
        program.resize(480, 1000)
        listed = PhotoList(program, names)
        wait_until(lambda: is_midway(listed.states()), 30, lambda: listed.states())
        store.kill("proxy")
        wait_until(lambda: all(state == "filtered" or re.match(LOST, state, re.S)
                               for state in listed.states().values()), 15, lambda: listed.states())
        states, before = listed.states(), len(store.asked("originals"))
    finally:
        store.rate = None
        if "proxy" in store.processes:
            store.kill("proxy")
        store.run("proxy")
    missing = {names[row] for row, state in states.items() if state != "filtered"}
    assert missing and len(missing) < len(states), states
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 40, lambda: listed.states())
    assert missing <= set(store.asked("originals")[before:]), missing
    row = max(states) - 1
    listed.find_pictures(row, photos.filtered(row))
    listed.wait_until_found(row, photos.filtered(row))


def test_a_bucket_whose_store_is_killed_while_it_is_listed_says_so_and_is_whole_once_it_is_back(
        store, launch, tmp_path, desktop):
    names = [f"{photos.name(number)}.jpg" for number in range(LISTED)]
    store.put("listed", None, b"")
    for number, name in enumerate(names):
        store.put("listed", name, photos.jpeg(number))
    store.page_length = 1
    try:
        store.begin_again("proxy")
        program = launch(of(store, "listed"), **configured(tmp_path))
        wait_until(lambda: names[0] in texts(program), 20, lambda: texts(program))
    finally:
        store.page_length = 1000
        store.kill("proxy")
    try:
        # It tries again before it says so.
        dialog = Dialog(program, "Oops!", within=30)
        assert re.search("The connection was lost|Cannot connect", " ".join(dialog.texts())), dialog.texts()
        dialog.dismiss()
        assert names[0] in texts(program) and f"{LISTED} photos" not in texts(program)
    finally:
        store.run("proxy")
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "r")
    wait_until(lambda: f"{LISTED} photos" in texts(program), 10, lambda: texts(program))
    assert set(PhotoList(program, names).wait_until_done().values()) == {"filtered"}


def test_rows_show_photos_of_cameras(store, launch, tmp_path, new_home):
    store.put("cameras", None, b"")
    for path in camera_files.paths():
        store.put("cameras", path.name, path.read_bytes())
    program = launch(of(store, "cameras"), home=filtered_by("none", new_home()), **configured(tmp_path))
    camera_files.expect_rows(program, camera_files.NAMES)


def test_a_client_of_others_reads_the_same_from_the_store(store):
    store.put("checked", None, b"")
    for name in clients.OBJECTS:
        store.put("checked", name, photos.jpeg(0))
    clients.check_s3(store.address, "checked", dict.fromkeys(clients.OBJECTS, len(photos.jpeg(0))),
                     (object_store.KEY, object_store.SECRET),
                     # Swift looks for the key when it checks the signature; without one, it has another interface.
                     refusals=("SignatureDoesNotMatch", "SignatureDoesNotMatch"))


def texts(program):
    return " ".join(program.accessible().texts())


def test_a_second_start_needs_no_store_and_finds_what_is_new(store, launch, tmp_path, new_home):
    names = [f"{photos.name(number)}.jpg" for number in range(COUNT)]
    store.put("again", None, b"")
    for number, name in enumerate(names):
        store.put("again", name, photos.jpeg(number))
    home = new_home()
    address = of(store, "again")
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


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_bucket_that_is_empty_or_gone_by_now_says_so(launch, tmp_path, new_home, is_gone):
    home = new_home()
    server = BucketServer("old", ["pier.jpg", "sea.jpg"], photos.jpeg(0))
    try:
        program = launch(server.url, home=home, **unconfigured(tmp_path))
        wait_until(lambda: "sea.jpg" in texts(program), 10, lambda: texts(program))
        program.quit()
        if is_gone:
            server.bucket = "another"
        else:
            server.fill([])
        program = launch(server.url, home=home, **unconfigured(tmp_path))
        if is_gone:
            Dialog(program, "Oops!").dismiss()
            assert "sea.jpg" in texts(program)
        else:
            wait_until(lambda: "sea.jpg" not in texts(program) and "Opening" not in texts(program), 10,
                       lambda: texts(program))
            assert "Oops!" not in texts(program)
    finally:
        server.end()


def test_a_store_that_knows_only_the_first_version_of_lists_is_listed_to_its_end(request, launch, tmp_path):
    names = [f"2019/{number:05}.jpg" for number in range(5000)]
    bucket = BucketServer("photos", names, photos.jpeg(0), knows_tokens=False)
    request.addfinalizer(bucket.end)
    program = launch(bucket.url, **unconfigured(tmp_path))
    wait_until(lambda: "5,000 photos" in " ".join(program.accessible().texts()), 20,
               lambda: program.accessible().texts())


def test_photos_that_no_address_can_name_are_counted_and_it_is_said_why(request, launch, tmp_path):
    bucket = BucketServer("photos", ["a.jpg", "b/../c.jpg", "./d.jpg", "e/../notes.txt"], photos.jpeg(0))
    request.addfinalizer(bucket.end)
    program = launch(bucket.url, **unconfigured(tmp_path))
    says(program, "1 photo · 2 photos are not shown, because a folder in their names is called “.” or “..”")


def test_a_profile_whose_key_comes_from_another_program_is_named(store, address, launch, tmp_path):
    config = tmp_path / "config"
    config.write_text("[profile work]\ncredential_process = /usr/bin/keys\n")
    program = launch(address + "&profile=work", AWS_CONFIG_FILE=str(config),
                     AWS_SHARED_CREDENTIALS_FILE=str(tmp_path / "none"))
    dialog = Dialog(program, HEADING)
    said = " ".join(dialog.texts())
    assert "“work”" in said and "“credential_process”" in said, said
    dialog.dismiss()
    dialog = Dialog(program, "Oops!")
    assert any("“credential_process”" in text for text in dialog.texts()), dialog.texts()
    dialog.dismiss()
