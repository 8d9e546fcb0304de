"""Another program, which records what it opens."""

from pathlib import Path
from urllib.parse import unquote

from .dialogs import Dialog


def with_a_recorder(home, tmp_path):
    """Installs a program that records what it opens, for pictures and for addresses; returns the path of the record."""
    noted = tmp_path / "noted.txt"
    applications = Path(home["XDG_DATA_HOME"]) / "applications"
    applications.mkdir(parents=True)
    script = tmp_path / "record"
    script.write_text(f"#!/bin/sh\nfor each in \"$@\"; do echo \"$each\" >> {noted}; done\n")
    script.chmod(0o755)
    (applications / "recorder.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Recorder\nExec={script} %U\nMimeType=image/jpeg;video/mp4;\n")
    kinds = ["image/jpeg", "video/mp4", "x-scheme-handler/http", "inode/directory"]
    entry = "".join(f"{kind}=recorder.desktop\n" for kind in kinds)
    (Path(home["XDG_CONFIG_HOME"]) / "mimeapps.list").write_text(
        f"[Default Applications]\n{entry}[Added Associations]\n{entry}")
    return noted


def opens(home, *schemes):
    """The recorder opens these kinds, too."""
    path = Path(home["XDG_CONFIG_HOME"]) / "mimeapps.list"
    entries = "".join(f"{each}=recorder.desktop\n" for each in schemes)
    path.write_text(path.read_text().replace("]\n", f"]\n{entries}"))


def lines(path):
    """The recorded arguments; files as paths, which some versions of GLib pass."""
    noted = path.read_text().splitlines() if path.exists() else []
    return [unquote(each.removeprefix("file://")) for each in noted]


def choose_program(program):
    dialog = Dialog(program, "Recorder")
    dialog.press("Return")
    dialog.wait_until_gone()
