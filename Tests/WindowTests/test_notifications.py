"""The desktop says what was saved while nobody looked at the window."""

import pytest

from support import photos, replies
from support.display import other_window
from support.finding import says
from support.notifications import Notifications
from support.photo_list import PhotoList
from support.saving import save_original
from support.waiting import stays_true, wait_until

COUNT = 3
# Longer than the program waits for the focus that a desktop gives back to it.
MOMENT = 2.5


@pytest.fixture
def notifications(desktop):
    notifications = Notifications(desktop.session)
    yield notifications
    notifications.end()


@pytest.fixture
def elsewhere(desktop):
    with other_window(desktop.session.display) as window:
        yield window


@pytest.fixture
def saving(server, launch, tmp_path):
    """Begins to save all photos of a list, the last of which the server delays; returns the program."""
    for number in range(COUNT):
        server.on(photos.path(number), replies.kept(photos.jpeg(number), "old", "no-cache"))
    program = launch(server.serve_photos(COUNT))
    listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Control_L", "a")
    says(program, f"{COUNT} selected")
    (tmp_path / "album").mkdir()
    server.on(photos.path(2), replies.after(4, replies.kept(photos.jpeg(7), "new", "no-cache")))
    save_original(program, tmp_path / "album")
    wait_until(lambda: program.accessible().find("button", "Cancel Saving"), 10, "a bar offers Cancel", every=0.05)
    return program


def saved(notifications):
    """The actions of the notification, once it is shown."""
    text = f"{COUNT} photos saved to “album”"
    shown = wait_until(notifications.shown, 15, "the desktop says what was saved")
    assert [each for each, _ in shown] == [text]
    return shown[0][1]


def test_what_is_saved_out_of_sight_is_said_by_the_desktop_until_the_window_has_the_focus(
        notifications, saving, elsewhere):
    saving.desktop.keyboard.focus(elsewhere)
    assert saved(notifications).keys() == {"", "Show in Files"}
    assert not notifications.withdrawn()
    saving.desktop.keyboard.focus(saving.window())
    wait_until(lambda: notifications.withdrawn() == 1, 5, "the notification is withdrawn")


def test_what_is_saved_in_sight_is_said_by_the_window_alone(notifications, saving, elsewhere):
    saving.desktop.keyboard.focus(saving.window())
    says(saving, f"{COUNT} photos saved to “album”")
    # Even if the person then turns to something else.
    saving.desktop.keyboard.focus(elsewhere)
    stays_true(lambda: not notifications.shown(), MOMENT, "the desktop says nothing")


def test_a_notification_shows_the_saved_photos_in_files(notifications, services, saving, elsewhere, tmp_path):
    desktop_services = services()
    saving.desktop.keyboard.focus(elsewhere)
    notifications.press(saved(notifications)["Show in Files"])
    asked = wait_until(desktop_services.asked, 5, "the file manager is asked")
    assert [each["method"] for each in asked] == ["ShowItems"]
    (address,) = asked[0]["uris"]
    assert address.startswith((tmp_path / "album").as_uri()), address


def test_a_notification_leads_to_the_window(notifications, saving, elsewhere):
    saving.desktop.keyboard.focus(elsewhere)
    root = saving.desktop.session.display.root
    assert root.query_tree().children[-1].id == elsewhere.id
    notifications.press(saved(notifications)[""])
    wait_until(lambda: root.query_tree().children[-1].id == saving.window().id, 5, "the window is above the others")
    assert len(saving.windows()) == 1


def test_the_desktop_does_not_speak_of_a_window_that_is_closed(notifications, saving, elsewhere):
    saving.desktop.keyboard.focus(elsewhere)
    saved(notifications)
    saving.accessible().children()[0].act("win.close")
    wait_until(lambda: notifications.withdrawn() == 1, 5, "the notification is withdrawn")
