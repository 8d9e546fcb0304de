"""What the desktop opens through the session's bus (org.freedesktop.Application)."""

import pytest
from gi.repository import Gio, GLib

from support.accessibility import connect, is_on_bus
from support.dialogs import Dialog
from support.waiting import wait_until

NAME = "org.classicphotos.ClassicPhotos"
PATH = "/org/classicphotos/ClassicPhotos"


@pytest.fixture
def bus(desktop):
    connection = connect(desktop.session.session_bus_address)
    yield connection
    connection.close_sync(None)


@pytest.fixture
def program(launch, bus):
    program = launch("--new-window")
    program.window()
    wait_until(lambda: is_on_bus(bus, NAME), 20, "the program has its name on the bus")
    return program


def open_addresses(bus, *addresses):
    bus.call_sync(
        NAME, PATH, "org.freedesktop.Application", "Open", GLib.Variant("(asa{sv})", (addresses, {})), None,
        Gio.DBusCallFlags.NO_AUTO_START, 10_000, None)


def test_an_address_is_opened_in_a_window_of_its_own(server, program, bus):
    open_addresses(bus, server.serve_photos(2))
    wait_until(lambda: len(program.windows()) == 2, 10, "there is a second window")


def test_addresses_that_cannot_be_opened_are_named_in_one_dialog(program, bus, desktop):
    open_addresses(bus, "mailto:ann@example.org", "", "javascript:alert(1)", "tel:1", "tel:2")
    dialog = Dialog(program, "Oops!")
    said = max(dialog.texts(), key=len)
    assert said == (
        "mailto:ann@example.org\n\n“mailto” addresses cannot be opened. Use http, https or file.\n\n"
        "A catalogue’s name is empty.\n\n"
        "javascript:alert(1)\n\n“javascript” addresses cannot be opened. Use http, https or file.\n\n"
        "And 2 more.")
    dialog.dismiss()
    desktop.pause(0.5)
    assert Dialog.all_of(program) == [] and len(program.windows()) == 1


def test_what_can_be_opened_of_several_is(server, program, bus):
    url = server.serve_photos(2)
    open_addresses(bus, "mailto:ann@example.org", url)
    wait_until(lambda: len(server.asked()) == 2, 10, "its photos are asked for")
    wait_until(lambda: any("“mailto”" in text for text in program.accessible().texts()), 10, "it says what cannot")


def test_an_empty_address_is_said_to_be_empty(program, bus):
    open_addresses(bus, "")
    assert "A catalogue’s name is empty." in Dialog(program, "Oops!").texts()
