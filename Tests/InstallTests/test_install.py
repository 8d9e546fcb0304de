"""`meson install` into a folder, as a package is made, and the program started from there like on a desktop.

Run by meson-helpers/test, or directly with

    meson-helpers/with-display /usr/bin/python3 -m pytest Tests/InstallTests
"""

import configparser
import contextlib
import os
import re
import select
import signal
import subprocess
import time
import xml.etree.ElementTree
from pathlib import Path

import pytest
import Xlib.display
import Xlib.error
import Xlib.X
import Xlib.Xatom
from Xlib.protocol import event

ROOT = Path(__file__).resolve().parents[2]
APPLICATION_ID = "org.classicphotos.ClassicPhotos"
LANGUAGES = (ROOT / "data/po/LINGUAS").read_text().split()
# Of nobody: the project has no page.
HOMEPAGE = "https://classic-photos.example"

# The program opens its window within a second; this limit is for a busy machine.
SECONDS_TO_START = 60
SECONDS_TO_END = 20


class Installation:
    """The result of `meson install` under DESTDIR, with the caches that a package's triggers create."""

    def __init__(self, folder):
        build = folder / "build"
        self.destination = folder / "root"
        self.build = build
        subprocess.run(
            ["meson", "setup", "--prefix=/usr", f"-Dhomepage={HOMEPAGE}", f"-Dscreenshots={HOMEPAGE}", build, ROOT],
            check=True)
        subprocess.run(
            ["meson", "install", "-C", build],
            check=True,
            env={**os.environ, "DESTDIR": str(self.destination)},
        )
        self.usr = self.destination / "usr"
        self.program = self.usr / "bin/classic-photos"
        self.decoder = self.usr / "libexec/classic-photos-decoder"
        self.share = self.usr / "share"
        subprocess.run(["glib-compile-schemas", "--strict", self.share / "glib-2.0/schemas"], check=True)
        subprocess.run(["update-desktop-database", self.share / "applications"], check=True)

    @property
    def environment(self):
        """The environment of a desktop with this installation and without Swift."""
        inherited = {name: value for name, value in os.environ.items() if name != "GSETTINGS_SCHEMA_DIR"}
        return {
            **inherited,
            "PATH": f"{self.usr}/bin:/usr/bin:/bin",
            "XDG_DATA_DIRS": f"{self.share}:/usr/local/share:/usr/share",
        }


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    return Installation(tmp_path_factory.mktemp("install"))


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_every_file_is_in_its_place(installation):
    share = Path("usr/share")
    expected = {
        Path("usr/bin/classic-photos"),
        Path("usr/libexec/classic-photos-decoder"),
        share / f"applications/{APPLICATION_ID}.desktop",
        share / f"metainfo/{APPLICATION_ID}.metainfo.xml",
        share / f"glib-2.0/schemas/{APPLICATION_ID}.gschema.xml",
        share / f"mime/packages/{APPLICATION_ID}.xml",
        share / f"icons/hicolor/scalable/apps/{APPLICATION_ID}.svg",
        share / f"icons/hicolor/scalable/mimetypes/{APPLICATION_ID}-catalogue.svg",
        share / f"icons/hicolor/symbolic/apps/{APPLICATION_ID}-symbolic.svg",
        share / f"dbus-1/services/{APPLICATION_ID}.service",
        share / f"thumbnailers/{APPLICATION_ID}.thumbnailer",
        share / f"gnome-shell/search-providers/{APPLICATION_ID}.search-provider.ini",
        share / "help/C/classic-photos/index.page",
        share / "classic-photos/manual/en.html",
        share / "man/man1/classic-photos.1",
        share / "bash-completion/completions/classic-photos",
        share / "zsh/site-functions/_classic-photos",
        share / "fish/vendor_completions.d/classic-photos.fish",
    }
    for language in LANGUAGES:
        expected |= {
            share / f"locale/{language}/LC_MESSAGES/classic-photos.mo",
            share / f"help/{language}/classic-photos/index.page",
            share / f"classic-photos/manual/{language}.html",
        }
    caches = {share / "glib-2.0/schemas/gschemas.compiled", share / "applications/mimeinfo.cache"}
    destination = installation.destination
    found = {path.relative_to(destination) for path in destination.rglob("*") if not path.is_dir()}
    assert found - caches == expected


def test_everyone_may_read_the_files_and_run_the_program(installation):
    for path in installation.destination.rglob("*"):
        wanted = 0o755 if path.is_dir() or path in (installation.program, installation.decoder) else 0o644
        assert path.stat().st_mode & 0o777 == wanted, path


def test_the_data_files_are_valid(installation):
    tests = output_of("meson", "test", "-C", installation.build, "--no-rebuild")
    assert re.search(r"^Ok: +[4-9] *$", tests, re.MULTILINE), tests
    assert re.search(r"^Fail: +0 *$", tests, re.MULTILINE), tests


def keys_of(path, group):
    """The keys of a desktop entry, or of a file of that form."""
    parsed = configparser.RawConfigParser()
    parsed.optionxform = str
    parsed.read(path, encoding="utf-8")
    return dict(parsed[group])


def test_the_desktop_makes_thumbnails_of_all_pictures_that_the_program_opens(installation, tmp_path):
    entry = keys_of(installation.share / f"thumbnailers/{APPLICATION_ID}.thumbnailer", "Thumbnailer Entry")
    opened = keys_of(installation.share / f"applications/{APPLICATION_ID}.desktop", "Desktop Entry")["MimeType"]
    assert entry["MimeType"].split(";") == [each for each in opened.split(";") if each.startswith("image/") or not each]
    picture, output = ROOT / "data/screenshot-list.png", tmp_path / "thumbnail.png"
    given = {"%i": str(picture), "%u": picture.as_uri(), "%o": str(output), "%s": "256"}
    # The desktop's sandbox for thumbnailers has neither a display nor a bus.
    environment = {name: value for name, value in installation.environment.items()
                   if name not in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")}
    subprocess.run([given.get(word, word) for word in entry["Exec"].split()], check=True, env=environment)
    assert b"IHDR" in output.read_bytes()[:16]


def test_the_desktop_s_search_finds_the_program_by_the_names_that_it_has(installation):
    provider = keys_of(
        installation.share / f"gnome-shell/search-providers/{APPLICATION_ID}.search-provider.ini",
        "Shell Search Provider")
    service = keys_of(installation.share / f"dbus-1/services/{APPLICATION_ID}.service", "D-BUS Service")
    assert provider["BusName"] == service["Name"] == APPLICATION_ID and provider["Version"] == "2"
    assert (installation.share / "applications" / provider["DesktopId"]).exists()


def test_the_desktop_names_a_property_list_in_every_language(installation):
    named = xml.etree.ElementTree.parse(installation.share / f"mime/packages/{APPLICATION_ID}.xml").getroot().iter(
        "{http://www.freedesktop.org/standards/shared-mime-info}comment")
    languages = {each.get("{http://www.w3.org/XML/1998/namespace}lang", "en") for each in named}
    assert languages == {"en", *LANGUAGES}


def test_software_centres_know_all_that_the_desktop_opens(installation):
    entry = keys_of(installation.share / f"applications/{APPLICATION_ID}.desktop", "Desktop Entry")
    component = xml.etree.ElementTree.parse(installation.share / f"metainfo/{APPLICATION_ID}.metainfo.xml").getroot()
    kinds = [each.text for each in component.findall("provides/mediatype")]
    # A folder is no document.
    assert kinds == [each for each in entry["MimeType"].split(";") if each not in ("", "inode/directory")]


def test_the_manual_has_every_section_and_every_key_in_both_forms(installation):
    usage = (ROOT / "USAGE.md").read_text()
    titles = re.findall(r"^## (.+)$", usage, re.MULTILINE)
    rows = len(re.findall(r"^\| .+ \|$", usage, re.MULTILINE))
    help_page = xml.etree.ElementTree.parse(installation.share / "help/C/classic-photos/index.page").getroot()
    space = "{http://projectmallard.org/1.0/}"
    assert [each.text for each in help_page.findall(f"{space}section/{space}title")] == titles
    assert len(help_page.findall(f".//{space}tr")) == rows
    page = (installation.share / "classic-photos/manual/en.html").read_text()
    assert re.findall("<h2>(.+)</h2>", page) == [each.replace("&", "&amp;") for each in titles]
    assert page.count("<tr>") == rows
    assert "](" not in page and "`" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_is_the_same_in_every_language_but_for_its_words(installation, language):
    tag = language.replace("_", "-")
    space, lang = "{http://projectmallard.org/1.0/}", "{http://www.w3.org/XML/1998/namespace}lang"
    english, page = (
        xml.etree.ElementTree.parse(installation.share / f"help/{each}/classic-photos/index.page").getroot()
        for each in ("C", language))
    assert (english.get(lang), page.get(lang)) == ("en", tag)
    for kind in ("section", "p", "item", "tr", "td", "screen", "key"):
        assert len(page.findall(f".//{space}{kind}")) == len(english.findall(f".//{space}{kind}")), kind
    for kind, value in (("section", lambda each: each.get("id")), ("code", lambda each: each.text),
                        ("link", lambda each: each.get("href"))):
        found, wanted = (sorted(map(value, root.findall(f".//{space}{kind}"))) for root in (page, english))
        assert found == wanted, kind
    titles, wanted = (root.findall(f"{space}section/{space}title") for root in (page, english))
    assert [each.text for each in titles] != [each.text for each in wanted]
    shown = (installation.share / f"classic-photos/manual/{language}.html").read_text()
    assert f'<html lang="{tag}" dir="{"rtl" if language == "ar" else "ltr"}">' in shown
    assert re.findall("<h2>(.+)</h2>", shown) == [each.text.replace("&", "&amp;") for each in titles]


def test_the_metainfo_has_what_software_centres_ask_for(installation):
    path = installation.share / f"metainfo/{APPLICATION_ID}.metainfo.xml"
    said = subprocess.run(
        ["appstreamcli", "validate", "--pedantic", "--no-net", path], check=True, capture_output=True, text=True).stdout
    # The id has capitals like those of GNOME's programs. AppStream before 1.0 does not know the developer's element.
    known = {"cid-contains-uppercase-letter", "unknown-tag developer"}
    notes = re.findall(r"^[EWIP]: [^ ]+ (.*)$", said, re.MULTILINE)
    assert [note for note in notes if not any(note.startswith(each) for each in known)] == []
    component = xml.etree.ElementTree.parse(path).getroot()
    assert len(component.findtext("summary")) <= 35
    assert component.findtext("url[@type='homepage']") == HOMEPAGE
    assert component.findtext("developer/name")
    assert len(component.findall("branding/color")) == 2
    for shot in component.findall("screenshots/screenshot"):
        languages = {each.get("{http://www.w3.org/XML/1998/namespace}lang") for each in shot.findall("caption")}
        assert languages == {None, *LANGUAGES}
        assert (ROOT / "data" / shot.findtext("image").removeprefix(f"{HOMEPAGE}/")).exists()
    assert len(component.findall("screenshots/screenshot")) == 5
    assert component.find("releases/release").get("version") == program_version(installation)
    assert component.findtext("releases/release/description/p")


def test_without_addresses_the_metainfo_lacks_the_homepage_alone(tmp_path):
    """As it is unless a packager names them: see README.md, and meson.build for the override."""
    path = tmp_path / f"{APPLICATION_ID}.metainfo.xml"
    template = ROOT / f"data/{APPLICATION_ID}.metainfo.xml.in"
    path.write_text(output_of(ROOT / "meson-helpers/changelog", "metainfo", template, "", ""))
    component = xml.etree.ElementTree.parse(path).getroot()
    assert component.find("url") is None
    assert component.find("screenshots") is None
    validation = ["appstreamcli", "validate", "--pedantic", "--no-net"]
    said = subprocess.run([*validation, path], check=False, capture_output=True, text=True)
    problems = re.findall(r"^[EW]: [^ ]+ (\S+)", said.stdout, re.MULTILINE)
    # AppStream before 1.0 asks for no homepage, and has no such name to override.
    assert problems in ([], ["url-homepage-missing"]), said.stdout
    assert (said.returncode == 0) == (not problems), said.stdout
    if problems:
        subprocess.run([*validation, "--override=url-homepage-missing=info", path], check=True)


def test_the_schema_says_where_its_texts_are_translated(installation):
    schema = xml.etree.ElementTree.parse(installation.share / f"glib-2.0/schemas/{APPLICATION_ID}.gschema.xml")
    domain = schema.getroot().get("gettext-domain")
    for language in LANGUAGES:
        assert (installation.share / f"locale/{language}/LC_MESSAGES/{domain}.mo").exists()


def program_version(installation):
    return output_of(installation.program, "--version").split()[1]


def test_the_manual_page_is_readable(installation):
    page = installation.share / "man/man1/classic-photos.1"
    read = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", page], check=True, capture_output=True, text=True)
    assert "view photo catalogues" in read.stdout
    assert read.stderr == ""


def test_the_manual_page_names_all_that_the_program_keeps():
    page = (ROOT / "data/classic-photos.1").read_text().replace("\\-", "-")
    sources = "".join(file.read_text() for file in (ROOT / "Sources").rglob("*.swift"))
    kept = re.findall(r'BaseFolder\.(cache|state)\.path\.appending\("([^"]+)"\)', sources)
    kept += [("cache", "libraries.sqlite")]
    assert ("cache", "http") in kept
    places = {"cache": ".cache", "state": ".local/state"}
    wanted = {f"{places[base]}/classic-photos/{name}" for base, name in kept}
    assert sorted(each for each in wanted if each not in page) == []


@pytest.mark.parametrize(("line", "wanted"), [
    ("classic-photos --sc", ["--screenshot"]),
    ("classic-photos --open", ["--open-location"]),
    ("classic-photos --trace /usr/bi", ["/usr/bin"]),
    ("classic-photos /usr/bi", ["/usr/bin"]),
])
def test_bash_completes_options_and_files(installation, line, wanted):
    script = """
        source "$1"
        read -ra COMP_WORDS <<< "$2"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        compopt() { :; }
        _classic_photos
        printf '%s\n' "${COMPREPLY[@]}"
    """
    completion = installation.share / "bash-completion/completions/classic-photos"
    assert output_of("bash", "-c", script, "bash", completion, line).split() == wanted


@pytest.mark.parametrize(("line", "wanted"), [
    ("classic-photos --sc", ["--screenshot"]),
    ("classic-photos --open", ["--open-location"]),
    ("classic-photos --trace /usr/bi", ["/usr/bin/"]),
])
def test_fish_completes_options_and_files(installation, line, wanted):
    completion = installation.share / "fish/vendor_completions.d/classic-photos.fish"
    script = "source $argv[1]; complete --do-complete $argv[2]"
    said = output_of("fish", "--no-config", "-c", script, completion, line)
    assert [each.split("\t")[0] for each in said.splitlines()] == wanted


def test_the_completions_know_the_same_options(installation):
    options = set(re.findall(r"--[a-z-]+", output_of(installation.program, "--help-all")))
    for path in ("bash-completion/completions/classic-photos", "zsh/site-functions/_classic-photos",
                 "fish/vendor_completions.d/classic-photos.fish"):
        text = (installation.share / path).read_text()
        known = {f"--{name}" for name in re.findall(r"-l ([a-z-]+)", text)} if "fish" in path else \
            set(re.findall(r"--[a-z-]+", text))
        assert known - {"--gapplication-service"} == options - {"--gapplication-service"}, path


def test_the_program_brings_the_swift_runtime_along(installation):
    for program in (installation.program, installation.decoder):
        libraries = output_of("ldd", program)
        assert "not found" not in libraries
        assert not re.search(r"swift|Foundation|dispatch|BlocksRuntime", libraries), libraries


def test_the_program_looks_for_libraries_only_where_the_system_has_them(installation):
    for program in (installation.program, installation.decoder):
        dynamic_section = output_of("readelf", "--dynamic", program)
        assert "NEEDED" in dynamic_section
        assert not re.search(r"R(UN)?PATH", dynamic_section), dynamic_section


@contextlib.contextmanager
def bus_with_service(installation, folder, stderr):
    """A session bus that can start the program; its environment for other programs."""
    installed = installation.share / f"dbus-1/services/{APPLICATION_ID}.service"
    # It has the path without DESTDIR.
    service = installed.read_text().replace("/usr/bin", str(installation.program.parent))
    assert f"Exec={installation.program} --gapplication-service\n" in service
    (folder / "dbus-1/services").mkdir(parents=True)
    (folder / "dbus-1/services" / installed.name).write_text(service)
    environment = installation.environment
    environment["XDG_DATA_DIRS"] = f"{folder}:{environment['XDG_DATA_DIRS']}"
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"],
        env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True)
    try:
        yield {**environment, "DBUS_SESSION_BUS_ADDRESS": daemon.stdout.readline().strip()}
    finally:
        daemon.kill()
        daemon.wait()


@pytest.mark.parametrize("launched", [
    ["gtk-launch", APPLICATION_ID],
    # The actions of the desktop entry, as a desktop's shell starts them.
    *[["gapplication", "action", APPLICATION_ID, action] for action in ("new-window", "open-location", "show-demo")],
    ["gtk-launch", APPLICATION_ID, str(ROOT / "Tests/Samples/Catalogues/json/array.json")],
], ids=["the entry", "New Window", "Open Location", "Show the Demo", "a file"])
def test_the_desktop_entry_opens_a_window_and_closing_it_ends_the_program(installation, tmp_path, launched):
    with (
        open(tmp_path / "stderr", "w+") as stderr,
        Windows() as windows,
        bus_with_service(installation, tmp_path, stderr) as environment,
    ):
        subprocess.run(
            launched,
            check=True,
            env=environment,
            stdout=stderr,
            stderr=stderr,
            timeout=SECONDS_TO_START,
        )
        try:
            window = windows.wait_for(installation.program, SECONDS_TO_START)
            stderr.seek(0)
            assert window, f"no window within {SECONDS_TO_START} s; the program said: {stderr.read()}"
            entry = (installation.share / f"applications/{APPLICATION_ID}.desktop").read_text()
            assert f"\nStartupWMClass={window.get_wm_class()[1]}\n" in entry, "no desktop finds the window's entry"
            ended = os.pidfd_open(windows.process_of(window))
            # Open Location has a dialog above its window.
            while window:
                windows.close(window)
                is_over = select.select([ended], [], [], 0)[0]
                window = None if is_over else windows.wait_for(installation.program, 1, other_than=window)
            assert select.select([ended], [], [], SECONDS_TO_END)[0], "the program outlives its window"
        finally:
            kill_whatever_runs(installation.program)


def kill_whatever_runs(program):
    """gtk-launch does not wait for its child, so nothing else would end the program of a failed test."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if Path(os.readlink(entry / "exe")) == program:
                os.kill(int(entry.name), signal.SIGKILL)
        except OSError:
            continue  # it has ended, or belongs to another user


class Windows:
    """The windows on the X display; the server's events report new ones."""

    def __enter__(self):
        self.display = Xlib.display.Display()
        self.root = self.display.screen().root
        self.root.change_attributes(event_mask=Xlib.X.SubstructureNotifyMask)
        return self

    def __exit__(self, *_):
        self.display.close()

    def wait_for(self, program, seconds, other_than=None):
        """A viewable window of a process that runs `program`, or None after this many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            while self.display.pending_events():
                self.display.next_event()
            for window in self.below(self.root):
                if window != other_than and self.is_shown_by(program, window):
                    return window
            remaining = deadline - time.monotonic()
            # The search itself reads from the server, so an event may be pending.
            if not self.display.pending_events() and (
                remaining <= 0 or not select.select([self.display.fileno()], [], [], remaining)[0]
            ):
                return None

    def below(self, window):
        try:
            children = window.query_tree().children
        except Xlib.error.BadWindow:
            return
        for child in children:
            yield child
            yield from self.below(child)

    def is_shown_by(self, program, window):
        try:
            if window.get_attributes().map_state != Xlib.X.IsViewable:
                return False
            process = self.process_of(window)
            return process is not None and Path(os.readlink(f"/proc/{process}/exe")) == program
        except (Xlib.error.BadWindow, OSError):
            return False  # the window or its process is gone

    def process_of(self, window):
        identifier = window.get_full_property(self.display.get_atom("_NET_WM_PID"), Xlib.Xatom.CARDINAL)
        return identifier.value[0] if identifier else None

    def close(self, window):
        """Asks the window to close, like a window manager when its button is clicked."""
        protocols, delete = (self.display.get_atom(name) for name in ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        message = event.ClientMessage(window=window, client_type=protocols,
                                      data=(32, [delete, Xlib.X.CurrentTime, 0, 0, 0]))
        window.send_event(message)
        self.display.flush()
