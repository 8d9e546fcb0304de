"""Machines without a session bus: GIO then asks dbus-launch for one, and the window does not wait for it."""

from support.photo_list import PhotoList

# The tests' accessibility bus, which GTK would find through its display, belongs to a session bus.
UNSEEN = {"GTK_A11Y": "none"}
NAMES = [f"Photo {number:06}" for number in range(3)]


def without_bus(home, folder, script):
    """A home in a session without a bus, but with a dbus-launch that runs `script` and records its call."""
    program = folder / "bin" / "dbus-launch"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho asked >> '{folder}/asked'\n{script}\n")
    program.chmod(0o755)
    return {**home, "PATH": f"{program.parent}:/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": None}


def times_asked(folder):
    asked = folder / "asked"
    return len(asked.read_text().splitlines()) if asked.exists() else 0


def test_a_bus_that_does_not_come_is_not_waited_for(server, launch, new_home, tmp_path):
    home = without_bus(new_home(), tmp_path, "exec sleep 600")
    launch(server.serve_photos(3), home=home, **UNSEEN).window()
    assert times_asked(tmp_path) == 1, "dbus-launch runs once, not once for each user of the bus"


def test_where_nothing_can_be_noted_down_in_the_home_no_bus_is_started(server, launch, new_home, tmp_path):
    home = without_bus(new_home(), tmp_path, "exec sleep 600")
    # A place where not even root can create a folder.
    with open(f"{home['HOME']}/.dbus", "w"):
        pass
    launch(server.serve_photos(3), home=home, **UNSEEN).window()
    assert times_asked(tmp_path) == 0


def test_a_bus_that_is_started_is_used(server, launch, new_home, desktop, tmp_path):
    address = desktop.session.session_bus_address
    home = without_bus(new_home(), tmp_path, f"printf '%s\\0' '{address}'; printf '1234\\0\\0\\0\\0'")
    program = launch(server.serve_photos(3), home=home)
    assert set(PhotoList(program, NAMES).wait_until_done().values()) == {"filtered"}, "it is on the accessibility bus"
    assert times_asked(tmp_path) == 1
