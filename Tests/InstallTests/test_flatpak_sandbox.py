"""The program in a Flatpak sandbox: its workers start there, are confined there, and decode what it shows.

Flatpak makes the sandbox as on a person's computer, with the manifest's permissions and its own filter of system calls.
Only the runtime is a small one, of this system's libraries: see local_flatpak.py.
"""

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import pytest
from PIL import Image
from Xlib import X, error as xerror

from local_flatpak import APPLICATION_ID, ROOT, LocalFlatpak

# The harness of the window tests.
sys.path.insert(0, str(ROOT / "Tests/WindowTests"))

from support import photos, pixels, replies  # noqa: E402
from support.accessibility import ROOT as TREE, Accessible  # noqa: E402
from support.albums import fill  # noqa: E402
from support.confinement import workers  # noqa: E402
from support.desktop import Desktop  # noqa: E402
from support.desktop_services import DesktopServices  # noqa: E402
from support.dialogs import Dialog  # noqa: E402
from support.display import other_window  # noqa: E402
from support.finding import says  # noqa: E402
from support.homes import filtered_by  # noqa: E402
from support.passwords import HEADING, log_in  # noqa: E402
from support.photo_list import PhotoList  # noqa: E402
from support.photo_page import activate  # noqa: E402
from support.processes import ChildProcess, children_of  # noqa: E402
from support.program import Program  # noqa: E402
from support.reading_ahead import read_ahead  # noqa: E402
from support.saving import export  # noqa: E402
from support.server import PhotoServer  # noqa: E402
from support.session_manager import IDLE  # noqa: E402
from support.waiting import wait_until  # noqa: E402

PROGRAM = Path(os.environ.get("CLASSIC_PHOTOS_PROGRAM", ROOT / ".build/release/classic-photos"))
SAMPLES = ROOT / "Tests/Samples/Pictures"
# Variables of the tests' session that a person's does not have: GTK and GIO see for themselves that this is a sandbox.
CHOICES = ("GDK_BACKEND", "GTK_A11Y", "GTK_USE_PORTAL", "GIO_USE_VFS", "GSETTINGS_BACKEND")
# The limits of a worker (SECURITY.md), by the kernel's names.
LIMITS = {"Max address space": 6144 << 20, "Max file size": 0, "Max open files": 16, "Max core file size": 0}
KINDS = {"photos", "films", "drawings", "metadata", "writers"}
# The program ends within seconds; this limit is for a busy machine.
SECONDS_TO_END = 120


@pytest.fixture(scope="module")
def desktop():
    desktop = Desktop()
    # A bus looks for services in the home first, and this one cannot start: nothing asks the portals of the desktop
    # that runs the tests.
    services = Path(desktop.session.environment["XDG_DATA_HOME"]) / "dbus-1/services"
    name = "org.freedesktop.portal.Desktop"
    (services / f"{name}.service").write_text(f"[D-BUS Service]\nName={name}\nExec=/bin/false\n")
    yield desktop
    desktop.end()


@pytest.fixture(scope="module")
def flatpak(desktop):
    tried = subprocess.run(
        ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"],
        capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"this system allows no sandbox: {tried.stderr.strip()}")
    environment = {name: value for name, value in desktop.session.environment.items() if name not in CHOICES}
    # Not pytest's own folder, which stays: this one has the libraries several times.
    with tempfile.TemporaryDirectory(prefix="classic-photos-flatpak-") as folder:
        yield LocalFlatpak(Path(folder), PROGRAM, environment)


@pytest.fixture
def server():
    server = PhotoServer()
    yield server
    server.end()


class Sandbox:
    """What Flatpak makes a sandbox of, and a home of its own."""

    def __init__(self, flatpak, desktop, home):
        self.flatpak, self.desktop = flatpak, desktop
        self.environment = {**flatpak.environment, **home}
        # The only folder of the home that the program sees.
        self.folder = Path(home["HOME"]) / ".var/app" / APPLICATION_ID

    def run(self, *arguments):
        """Runs the program in it until it ends."""
        return subprocess.run(
            self.flatpak.command(*arguments), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=SECONDS_TO_END, check=False)


class SandboxedProgram(Program):
    """The program in a sandbox. `pid` is its process number outside."""

    def __init__(self, sandbox, arguments, log):
        self.desktop, self.variables, self._was_killed = sandbox.desktop, {}, False
        self.process = ChildProcess(sandbox.flatpak.command(*arguments), sandbox.environment, log)
        self._number = wait_until(self._search, 20, lambda: f"the program starts; Flatpak says: {self.process.said()}")

    @property
    def pid(self):
        return self._number

    def _search(self):
        """Flatpak becomes bwrap, whose child is the sandbox's first process; the child of that is the program."""
        with contextlib.suppress(OSError):
            for first in children_of(self.process.pid):
                for number in children_of(first):
                    if status(number)["Name"] == "classic-photos":
                        return number
        return None

    def windows(self):
        """All windows on the screen: in a sandbox, GTK gives them no process number."""
        return [window for window in self.desktop.session.display.root.query_tree().children if is_viewable(window)]

    def accessible(self):
        """The only program on the accessibility bus, which knows the process number of Flatpak's proxy."""
        if not hasattr(self, "_accessible"):
            self._accessible = wait_until(self._registered, 20, "the program is on the accessibility bus", every=0.05)
        return self._accessible

    def _registered(self):
        return next(iter(Accessible(self.desktop.accessibility, "org.a11y.atspi.Registry", TREE).children()), None)

    def end(self):
        code = self.process.popen.poll()
        wrong = [f"ended with {code}"] if code else []
        wrong += super().end()
        wait_until(lambda: not self._registered(), 10, "the program is no longer on the accessibility bus")
        return wrong


def is_viewable(window):
    try:
        return window.get_attributes().map_state == X.IsViewable
    except xerror.BadWindow:
        return False  # already closed


@pytest.fixture
def sandbox(flatpak, desktop, request):
    return Sandbox(flatpak, desktop, desktop.session.new_home(request.node.name))


@pytest.fixture
def launch(sandbox, tmp_path):
    """Starts the program with these arguments."""
    started = []

    def launch(*arguments):
        started.append(SandboxedProgram(sandbox, arguments, tmp_path / "program.log"))
        return started[-1]
    yield launch
    # The last one is on the accessibility bus.
    wrong = [line for program in reversed(started) for line in program.end()]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def opened(sandbox, server, launch):
    """Opens a catalogue of `count` photos without a filter; the first are these replies. Or a folder, in which they are
    already. Returns the program and its list."""
    def opened(*served, count, folder=None):
        for number, reply in enumerate(served):
            server.on(photos.path(number), reply)
        filtered_by("none", {"XDG_CONFIG_HOME": sandbox.folder / "config"})
        source = str(folder) if folder else server.serve_photos(count)
        program = launch(source)
        names = [f"{number}.jpg" if folder else photos.name(number) for number in range(count)]
        return program, PhotoList(program, names)
    return opened


def status(process):
    """What the kernel says of a process: {name: value}."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def missing_fences(program):
    """[(kind, fence)] of all workers, as the kernel sees them from outside. A worker that just starts lacks some."""
    outer = status(program.pid)
    # One process number for each namespace: outside, and in the sandbox.
    assert len(outer["NSpid"].split()) == 2
    missing = []
    for worker, kind in workers(program).items():
        try:
            inner, limits = status(worker), Path(f"/proc/{worker}/limits").read_text()
        except OSError:
            continue  # it has ended
        fences = {
            "Flatpak's sandbox": len(inner["NSpid"].split()) == 2,
            "no_new_privs": inner["NoNewPrivs"] == "1",
            # Flatpak filters the calls of every process of the sandbox: a worker has one filter more.
            "seccomp": inner["Seccomp"] == "2"
            and int(inner["Seccomp_filters"]) == int(outer["Seccomp_filters"]) + 1,
            **{name: re.search(rf"^{name} +{most} +{most} ", limits, re.MULTILINE)
               for name, most in LIMITS.items()},
        }
        missing += [(kind, name) for name, stands in fences.items() if not stands]
    return missing


def test_the_same_fences_stand_in_the_sandbox_as_outside(sandbox):
    outside = subprocess.run(
        [PROGRAM, "--version", "--verbose"], env=sandbox.environment, capture_output=True, text=True, check=True).stdout
    assert re.search(r"^Decoding in workers: .*system calls filtered, limits$", outside, re.MULTILINE), outside
    within = sandbox.run("--version", "--verbose")
    assert (within.returncode, within.stdout) == (0, outside), within.stderr


def test_a_screenshot_in_the_sandbox_shows_every_photo(sandbox, server):
    picture = sandbox.folder / "cache/shot.png"
    taken = sandbox.run("--screenshot", str(picture), server.serve_photos(5))
    rows = [f"{photos.name(row)}\tfiltered\t" for row in range(5)]
    assert (taken.returncode, taken.stdout.splitlines()) == (0, rows), taken.stderr
    shown = numpy.asarray(Image.open(picture).convert("RGB"), dtype=float)[:, :160]
    for row in range(5):
        _, difference = pixels.locate(photos.filtered(row), shown)
        assert difference <= pixels.ALIKE, f"photo {row} is not in the picture: {difference}"


def test_workers_of_every_kind_start_in_the_sandbox_and_are_confined(opened, desktop, sandbox):
    exif = Image.Exif()
    exif[0x0110] = "Canon EOS R5"
    photo = io.BytesIO()
    Image.open(io.BytesIO(photos.jpeg(0))).save(photo, "JPEG", quality=95, subsampling=0, exif=exif)
    # Its text needs a font, which Flatpak shows in a folder of its own.
    drawing = b'''<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80">
        <rect width="80" height="80" fill="white"/>
        <text x="4" y="64" font-weight="bold" font-size="64">M</text></svg>'''
    served = [replies.of(photo.getvalue()), replies.of(drawing, "image/svg+xml")]
    served += [replies.of((SAMPLES / name).read_bytes(), f"image/{name.partition('.')[2]}")
               for name in ("swapped.avif", "swapped.heic", "plain.png", "plain.webp")]
    program, listed = opened(*served, count=7)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.unfiltered(0))
    listed.take_keyboard()
    desktop.keyboard.press("End")
    wait_until(lambda: listed.view().offset > 0, 5, "the last row is on screen as a whole")
    listed.wait_until_shown(6, photos.unfiltered(6))
    desktop.keyboard.press("Home")
    wait_until(lambda: listed.view().offset == 0, 5, "the first row is on screen")
    wait_until(lambda: (listed.picture(1).max(axis=2) < 64).mean() > 0.05, 5, "the drawing's text is shown")

    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    page.wait_until_shows(photos.painted(0), alike=3)
    page.key("F9")
    says(program, "Canon EOS R5")
    exported = sandbox.folder / "cache/export.jpg"
    export(program, exported)
    says(program, "Exported as “export.jpg”")
    assert Image.open(exported).getexif().get(0x0110) == "Canon EOS R5"

    assert set(workers(program).values()) == KINDS
    wait_until(lambda: not missing_fences(program), 10, lambda: f"every fence stands, not {missing_fences(program)}")


@pytest.fixture
def asks(desktop):
    """Presses keys at the first photo of a list. Returns what a portal of the desktop is asked then."""
    def asks(program, listed, *keys, chosen=""):
        assert set(listed.wait_until_done().values()) == {"filtered"}
        # Not before: GIO would ask it for proxies, of which it knows nothing.
        services = DesktopServices(desktop.session, chosen=chosen)
        try:
            listed.take_keyboard()
            desktop.keyboard.press("Home")
            desktop.keyboard.press(*keys)
            call, = wait_until(services.asked, 20, lambda: f"the portal is asked:\n{program.accessible().describe()}")
            yield call
        finally:
            services.end()
    return contextlib.contextmanager(asks)


def test_a_photo_is_opened_with_a_program_for_which_the_desktop_asks(opened, asks):
    program, listed = opened(count=2)
    with asks(program, listed, "Control_L", "Return") as call:
        assert call["method"] == "OpenFile" and call["ask"] is True
        assert bytes.fromhex(call["bytes"]) == photos.jpeg(0)
    assert not any("No program" in text for text in program.accessible().texts())


def test_a_photo_becomes_the_wallpaper_by_the_portal(opened, asks):
    program, listed = opened(count=2)
    with asks(program, listed, "Control_L", "F8") as call:
        assert call["method"] == "SetWallpaperFile" and call["place"] == "background"
        assert bytes.fromhex(call["bytes"]) == photos.jpeg(0)


def test_a_photo_goes_to_the_trash_by_the_portal(opened, asks, sandbox):
    folder = fill(sandbox.folder / "cache/album", [0, 1])
    program, listed = opened(count=2, folder=folder)
    with asks(program, listed, "Delete") as call:
        assert call["method"] == "TrashFile"
        assert bytes.fromhex(call["bytes"]) == photos.jpeg(0)
        says(program, "Moved to trash")
    # Its trash is out of the program's reach.
    assert not program.accessible().find("button", "Undo")


def test_the_desktop_asks_for_a_file_that_is_opened(opened, asks, sandbox):
    other = sandbox.folder / "cache/other.plist"
    other.parent.mkdir(parents=True, exist_ok=True)
    other.write_bytes(photos.catalogue([("Somewhere Else", "http://127.0.0.1:9/1.jpg")]))
    program, listed = opened(count=2)
    with asks(program, listed, "Control_L", "o", chosen=other.as_uri()) as call:
        assert call["method"] == "ChooseFile"
        says(program, "Somewhere Else")


def test_a_photo_is_shown_in_its_folder_by_the_portal(opened, asks, sandbox):
    folder = fill(sandbox.folder / "cache/album", [0, 1])
    program, listed = opened(count=2, folder=folder)
    with asks(program, listed, "Control_L", "Alt_L", "o") as call:
        assert call["method"] == "OpenDirectory"
        assert bytes.fromhex(call["bytes"]) == photos.jpeg(0)


@pytest.fixture
def services(desktop, sandbox):
    """The desktop's portals, from before the program starts. The person chooses a folder of the sandbox."""
    album = sandbox.folder / "cache/album"
    album.mkdir(parents=True)
    services = DesktopServices(desktop.session, chosen=album.as_uri())
    yield services
    services.end()


def called(services, method):
    return [call for call in services.asked() if call["method"] == method]


def test_a_photo_is_printed_by_the_portal(opened, asks, desktop):
    program, listed = opened(count=2)
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    services = DesktopServices(desktop.session)
    try:
        page.key("Control_L", "p")
        printed, = wait_until(lambda: called(services, "Print"), 20, lambda: f"it is printed: {services.asked()}")
        assert bytes.fromhex(printed["bytes"]).startswith(b"%PDF")
        says(program, "printed")
    finally:
        services.end()


def test_a_slideshow_keeps_the_session_awake_by_the_portal(services, opened, desktop):
    program, listed = opened(count=2)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.take_keyboard()
    desktop.keyboard.press("Shift_L", "F5")
    call, = wait_until(lambda: called(services, "Inhibit"), 20, lambda: f"the portal is asked: {services.asked()}")
    assert call["flags"] & IDLE
    assert not called(services, "Close")
    desktop.keyboard.press("Escape")
    wait_until(lambda: called(services, "Close"), 10, "the session may sleep again")


def test_what_is_saved_out_of_sight_is_said_by_the_portal(services, opened, sandbox, server, desktop):
    for number in range(2):
        server.on(photos.path(number), replies.kept(photos.jpeg(number), "old", "no-cache"))
    program, listed = opened(count=2)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    says(program, "2 selected")
    server.on(photos.path(1), replies.after(4, replies.kept(photos.jpeg(7), "new", "no-cache")))
    desktop.keyboard.press("Control_L", "s")
    wait_until(lambda: program.accessible().find("button", "Cancel Saving"), 10,
               lambda: f"a bar offers Cancel; {services.asked()}\n{program.accessible().describe()}", every=0.05)
    # Windows in a sandbox are all of the screen's: this one has no name.
    with other_window(desktop.session.display) as elsewhere:
        desktop.keyboard.focus(elsewhere)
        notice, = wait_until(lambda: called(services, "AddNotification"), 30, "the portal shows what was saved")
        assert notice["title"] == "2 photos saved to “album”"
    assert called(services, "ChooseFile")
    assert sorted(path.name for path in (sandbox.folder / "cache/album").iterdir()) == ["0.jpg", "1.jpg"]
    desktop.keyboard.focus(program.window())
    wait_until(lambda: called(services, "RemoveNotification"), 10, "the notification is withdrawn")


def test_passwords_are_kept_under_a_key_from_the_portal(services, sandbox, server, launch):
    for number in range(2):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "my secret password"))
    filtered_by("none", {"XDG_CONFIG_HOME": sandbox.folder / "config"})
    catalogue = server.serve_photos(2)

    def start():
        # What the start before has fetched does not count.
        shutil.rmtree(sandbox.folder / "cache/classic-photos", ignore_errors=True)
        return launch(catalogue)
    program = start()
    log_in(Dialog(program, HEADING), "anna", "my secret password", remember=True)
    names = [photos.name(number) for number in range(2)]
    assert set(PhotoList(program, names).wait_until_done().values()) == {"filtered"}
    kept = sandbox.folder / "data/keyrings/default.keyring"
    wait_until(kept.exists, 10, lambda: f"it is kept: {services.asked()}")
    assert called(services, "RetrieveSecret")
    assert b"secret password" not in kept.read_bytes()
    program.quit()

    program = start()
    assert set(PhotoList(program, names).wait_until_done().values()) == {"filtered"}
    assert len(program.windows()) == 1, "it is not asked for again"


def test_nothing_is_read_ahead_once_the_portal_says_that_the_network_costs_money(services, opened, server):
    _, listed = opened(count=1_000)
    read_ahead(server, listed)
    ahead = wait_until(server.in_flight, 10, "photos are read ahead")
    services.cost_money()
    wait_until(lambda: all(each.closed for each in ahead), 10, lambda: f"they are cancelled: {ahead}")


def test_what_is_beyond_the_screen_is_released_once_the_portal_says_that_memory_is_low(services, opened):
    _, listed = opened(count=1_000)
    first = set(listed.wait_until_done())
    listed.wheel_to(30)
    second = set(listed.wait_until_done())

    def is_emptied():
        services.run_out_of_memory()
        states = listed.all_states()
        return all(states[row] == "waiting" for row in first if row in states)
    wait_until(is_emptied, 20, lambda: f"rows beyond the screen are waiting again: {listed.all_states()}", every=0.5)
    assert set(listed.wait_until_done()) == second


def test_workers_that_are_killed_in_the_sandbox_are_replaced_unseen(opened):
    program, listed = opened(count=300)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    for row in (40, 80, 120):
        killed = workers(program).keys()
        assert killed
        for worker in killed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        wait_until(lambda: not workers(program).keys() & killed, 5, "the workers have ended")
        listed.wheel_to(row)
        assert set(listed.wait_until_done().values()) == {"filtered"}
        assert workers(program)
    wait_until(lambda: not missing_fences(program), 10, lambda: f"every fence stands, not {missing_fences(program)}")
    program.quit()
