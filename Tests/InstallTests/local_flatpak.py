"""A Flatpak installation in a folder: the program as its manifest builds it, on a runtime of this system's libraries.

Nothing is fetched. The runtime has the name and the version of the manifest's, and only what the program needs. It is
not GNOME's: its libraries are those that all other tests use. The libraries that the manifest builds are in /app, and
the program and its workers have to find them there."""

import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPLICATION_ID = "org.classicphotos.ClassicPhotos"

# As `flatpak build-init` writes it, which needs an installed SDK.
APP_METADATA = """[Application]
name={name}
runtime={runtime}
sdk={runtime}
"""
# GNOME's runtime has the same variable.
RUNTIME_METADATA = """[Runtime]
name={name}
runtime={runtime}
sdk={runtime}

[Environment]
XDG_DATA_DIRS=/app/share:/usr/share:/usr/share/runtime/share:/run/host/user-share:/run/host/share
"""
# The next two are those of the freedesktop runtime, on which GNOME's is built. Flatpak calls ldconfig with the first.
LOADER_FOLDERS = """include /run/flatpak/ld.so.conf.d/app-*.conf
include /app/etc/ld.so.conf
/app/lib
include /run/flatpak/ld.so.conf.d/runtime-*.conf
"""
# The runtime has no fonts of its own: Flatpak shows it those of this system, in other folders than theirs.
FONT_FOLDERS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/app/share/fonts</dir>
  <dir>/run/host/fonts</dir>
  <dir>/run/host/local-fonts</dir>
  <dir>/run/host/user-fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <cachedir>/run/host/fonts-cache</cachedir>
  <cachedir>/run/host/user-fonts-cache</cachedir>
  <include>/run/host/font-dirs.xml</include>
</fontconfig>
"""
# What the program, GTK and the C library read in /usr. Of the icons, only those of any size: the others are many.
DATA = ("share/glib-2.0/schemas/gschemas.compiled", "share/icons/*/index.theme", "share/icons/Adwaita/scalable",
        "share/icons/Adwaita/symbolic*", "share/mime/mime.cache", "share/X11/locale", "lib/locale/C.utf8",
        "lib/*-linux-gnu/gconv")


def output_of(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


class LocalFlatpak:
    """The installation, in `folder`, of this build of the program. `environment` is that of a desktop: Flatpak asks its
    system bus what the person may install."""

    def __init__(self, folder, program, environment):
        self.folder = folder
        self.programs = [program, program.with_name("classic-photos-decoder")]
        # flatpak-builder makes a folder where it is called.
        self.manifest = json.loads(output_of(
            "flatpak-builder", "--show-manifest", ROOT / f"data/packaging/{APPLICATION_ID}.yaml", cwd=folder))
        architecture = output_of("flatpak", "--default-arch").strip()
        self.runtime = "/".join((self.manifest["runtime"], architecture, self.manifest["runtime-version"]))
        # Without the installations of the system and of the person.
        self.environment = {**environment, **{
            f"FLATPAK_{name}_DIR": str(folder / name.lower()) for name in ("USER", "SYSTEM", "CONFIG", "SYSTEM_CACHE")}}

        app, runtime, repository = folder / "app", folder / "runtime", folder / "repository"
        self._make_runtime(runtime / "usr", app / "files")
        self._install_program(app / "files")
        (runtime / "files").mkdir()
        (runtime / "metadata").write_text(
            RUNTIME_METADATA.format(name=self.manifest["runtime"], runtime=self.runtime))
        (app / "metadata").write_text(APP_METADATA.format(name=APPLICATION_ID, runtime=self.runtime))
        self._run("flatpak", "build-finish", app, *self.manifest["finish-args"],
                  f"--command={self.manifest['command']}")

        # In this mode nothing is compressed, and the installation has the same files.
        self._run("ostree", "init", f"--repo={repository}", "--mode=bare-user-only")
        self._run("flatpak", "build-export", "--runtime", repository, runtime, self.manifest["runtime-version"])
        self._run("flatpak", "build-export", repository, app)
        self._run("flatpak", "--user", "remote-add", "--no-gpg-verify", "local", repository.as_uri())
        # Flatpak installs the runtime with it.
        self._run("flatpak", "--user", "install", "--noninteractive", "local", APPLICATION_ID)

    def command(self, *arguments):
        """The command that starts the program in a sandbox, which ends with the command; it is for `environment`, and
        starts no portal for documents."""
        return ["flatpak", "run", "--user", "--die-with-parent", "--no-documents-portal", APPLICATION_ID, *arguments]

    def _run(self, *command):
        subprocess.run(command, check=True, env=self.environment)

    def _make_runtime(self, usr, app):
        """Fills the runtime's /usr. The libraries that the manifest builds go to the app's files."""
        (usr / "etc/fonts").mkdir(parents=True)
        (usr / "etc/fonts/fonts.conf").write_text(FONT_FOLDERS)
        (usr / "etc/ld.so.conf").write_text(LOADER_FOLDERS)
        copy(Path("/sbin/ldconfig"), usr / "bin/ldconfig")
        for pattern in DATA:
            for data in Path("/usr").glob(pattern):
                copy(data, usr / data.relative_to("/usr"))

        pixbuf_loaders = variable_of("gdk-pixbuf-2.0", "gdk_pixbuf_moduledir").glob("*.so")
        # Of GIO's modules only TLS: the others of a desktop need services that no sandbox reaches.
        # GTK prints by the portal into a file.
        printers = Path(output_of("pkg-config", "--variable=libdir", "gtk4").strip(), "gtk-4.0")
        modules = [*pixbuf_loaders, *variable_of("gio-2.0", "giomoduledir").glob("*gnutls*.so"),
                   *printers.glob("*/printbackends/*-file.so")]
        for file in (*modules, variable_of("gdk-pixbuf-2.0", "gdk_pixbuf_cache_file")):
            copy(file, usr / in_usr(file))
        opened = libraries_opened_late()
        for library in {*opened, *libraries_linked_by([*self.programs, *modules, *opened])}:
            copy(library, app / "lib" / library.name if self._builds(library) else usr / in_usr(library))

    def _builds(self, library):
        """Whether it is a library of the manifest's modules: yajl has libyajl, libcsv has libcsv, and gdk-pixbuf has
        libgdk_pixbuf."""
        modules = [module["name"].removeprefix("lib").replace("-", "_") for module in self.manifest["modules"]]
        return any(re.match(rf"lib{re.escape(name)}\b", library.name) for name in modules)

    def _install_program(self, files):
        """`meson install` with the manifest's options; meson does not build the program, which is there already."""
        build, destination = self.folder / "build", self.folder / "destination"
        self._run("meson", "setup", "--prefix=/app", *self.manifest["modules"][-1]["config-opts"], build, ROOT)
        targets = json.loads(output_of("meson", "introspect", "--targets", build))
        outputs = {Path(name) for target in targets if target["installed"] for name in target["filename"]}
        built = {build / program.name: program for program in self.programs}
        self._run("ninja", "-C", build, *[path.relative_to(build) for path in outputs - built.keys()])
        for path, program in built.items():
            # flatpak-builder separates the symbols, too.
            self._run("strip", "-o", path, program)
        self._run("meson", "install", "-C", build, "--no-rebuild", "--destdir", destination)
        shutil.copytree(destination / "app", files, dirs_exist_ok=True)
        # With a destination, meson leaves these to the packager.
        self._run("glib-compile-schemas", "--strict", files / "share/glib-2.0/schemas")
        self._run("update-desktop-database", files / "share/applications")
        self._run("update-mime-database", files / "share/mime")


def copy(path, place):
    """Copies a file, or a folder with all that is in it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, place)
    else:
        shutil.copy(path, place)


def in_usr(path):
    """The place in /usr of a file of the system: /lib and /lib64 lead there."""
    return path.relative_to("/usr" if path.is_relative_to("/usr") else "/")


def variable_of(package, name):
    return Path(output_of("pkg-config", f"--variable={name}", package).strip())


def libraries_opened_late():
    """The libraries that the program opens by their names, as far as this system has them."""
    source = "\n".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
    names = set(re.findall(r'"(lib[\w.-]+\.so\.\d+)"', source))
    known = dict(re.findall(r"^\s*(\S+) \(libc6,[^)]*\) => (\S+)$", output_of("/sbin/ldconfig", "-p"), re.MULTILINE))
    return [Path(known[name]) for name in names & known.keys()]


def libraries_linked_by(files):
    """The shared libraries that these files need, and the dynamic loader."""
    return {Path(name) for name in re.findall(r"^\s+(?:\S+ => )?(/\S+) \(0x", output_of("ldd", *files), re.MULTILINE)}
