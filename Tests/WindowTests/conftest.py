"""Fixtures: one desktop session for all tests of a process; a server and a program for each test."""

import itertools

import pytest

from support import photos, replies
from support.confinement import hostile_decoder  # noqa: F401
from support.dav_servers import serve_dav  # noqa: F401
from support.desktop import Desktop
from support.desktop_services import DesktopServices
from support.homes import filtered_by, without_animations
from support.http2 import authority  # noqa: F401
from support.keyring import Keyring
from support.mutter import Mutter
from support.photo_list import PhotoList
from support.photo_page import activate
from support.program import Program, path
from support.server import PhotoServer
from support.wayland_desktop import needs_x
from support.window_manager import WindowManager


def pytest_sessionstart(session):
    if not session.config.option.collectonly:
        try:
            path()
        except RuntimeError as error:
            pytest.exit(str(error), returncode=4)


@pytest.fixture(scope="session")
def desktop():
    desktop = Desktop()
    yield desktop
    desktop.end()


@pytest.fixture
def server():
    server = PhotoServer()
    yield server
    server.end()


@pytest.fixture
def other_server():
    other = PhotoServer()
    yield other
    other.end()


@pytest.fixture
def new_home(desktop):
    """Creates homes in which nothing has been opened yet."""
    numbers = itertools.count()
    serial = f"{next(_homes)}"
    return lambda: desktop.session.new_home(f"{serial}-{next(numbers)}")


_homes = itertools.count()


@pytest.fixture
def launch(desktop, new_home, tmp_path):
    """Starts the program with arguments, by default in a new home, wrapped in the command `within` if given. After the
    test the program is ended; it must have neither crashed nor reported an error."""
    started = []

    def launch(*arguments, home=None, within=(), **variables):
        desktop.rest_pointer()
        program = Program(
            desktop, arguments, {**(home or new_home()), **variables}, tmp_path / f"program-{len(started)}.log", within)
        started.append(program)
        return program
    yield launch
    wrong = [line for program in reversed(started) for line in program.end()]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def open_list(launch, server):
    """Opens a catalogue of `count` photos of the server, and returns the program and its list."""
    def open_list(count, **options):
        program = launch(server.serve_photos(count), **options)
        return program, PhotoList(program, [photos.name(number) for number in range(count)])
    return open_list


@pytest.fixture
def open_photos(server, launch, new_home):
    """Opens a catalogue of `count` photos with this filter; with animations, GTK's default, unless `still`."""
    def open_photos(count, filter="none", still=False, **variables):
        home = filtered_by(filter, new_home())
        program = launch(server.serve_photos(count), home=without_animations(home) if still else home, **variables)
        return PhotoList(program, [photos.name(number) for number in range(count)])
    return open_photos


@pytest.fixture
def opened(server, open_photos, desktop):
    """Opens a catalogue of these replies, one per row, and the page of one of its photos; returns the list and the
    page."""
    def opened(*served, row=0, wait=True, **options):
        for number, reply in enumerate(served):
            server.on(photos.path(number), reply)
        listed = open_photos(len(served), **options)
        if wait:
            listed.wait_until_done()
        return listed, activate(listed, row, desktop)
    return opened


@pytest.fixture
def services(desktop):
    started = []

    def start(**options):
        started.append(DesktopServices(desktop.session, **options))
        return started[-1]
    yield start
    for each in started:
        each.end()


@pytest.fixture
def keyring(desktop, new_home):
    keyring = Keyring(desktop.session, new_home())
    yield keyring
    keyring.end()


@pytest.fixture(params=["the least", "Mutter"])
def manager(request, desktop, tmp_path):
    """Lets a window fill the screen: immediately, or like a desktop's window manager."""
    needs_x("manages windows")
    manager = (WindowManager(desktop.session.display.name) if request.param == "the least"
               else Mutter(desktop.session, tmp_path / "mutter.log"))
    yield manager
    manager.end()


# The test of a screen that never completes takes a minute, the program's own limit. It has a session of its own, which
# starts before all other tests and is checked after them.

LONG_TEST = "test_rows_unfinished_after_a_minute_are_said_to_be_missing_and_it_exits_1"


# These take minutes, most of them waiting. They begin first, so that none is still waiting after all others.
LONG_FILES = {"test_every_page", "test_every_question", "test_killing_anytime", "test_time_limits"}


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: (item.name == LONG_TEST, item.path.stem not in LONG_FILES))


class HangingScreenshot:
    """A `--screenshot` of a catalogue with one photo that is never answered, and one that takes more than a minute."""

    UNANSWERED, UNFINISHED = 1, 3

    def __init__(self, directory):
        self.desktop = Desktop()
        self.server = PhotoServer()
        self.server.on(photos.path(self.UNANSWERED), replies.never())
        self.server.on(photos.path(self.UNFINISHED), replies.trickling(photos.jpeg(self.UNFINISHED), 300, pieces=200))
        self.picture = directory / "shot.png"
        self.program = Program(
            self.desktop, ["--screenshot", str(self.picture), self.server.serve_photos(20)],
            self.desktop.session.new_home("hanging"), directory / "program.log")

    def end(self):
        wrong = self.program.end()
        self.server.end()
        self.desktop.end()
        assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="session", autouse=True)
def hanging_screenshot(request, tmp_path_factory):
    if all(item.name != LONG_TEST for item in request.session.items):
        yield None
        return
    hanging = HangingScreenshot(tmp_path_factory.mktemp("hanging"))
    yield hanging
    hanging.end()
