"""A person's settings before the program starts: files in a home."""

from pathlib import Path


def filtered_by(name, home):
    """A home whose lists have this filter."""
    keys = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
    keys.parent.mkdir(parents=True)
    keys.write_text(f"[org/classicphotos/ClassicPhotos]\nfilter='{name}'\n")
    return home


def with_documents(home):
    """The folder for documents of a home, in which the dialog for printing offers to store a file."""
    documents = Path(home["HOME"]) / "Documents"
    documents.mkdir()
    (Path(home["XDG_CONFIG_HOME"]) / "user-dirs.dirs").write_text(f'XDG_DOCUMENTS_DIR="{documents}"\n')
    return documents


def recent_pictures(home):
    """The small pictures of remembered catalogues."""
    folder = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "recent"
    return sorted(folder.iterdir()) if folder.exists() else []


def without_animations(home):
    """A home without animations, which GTK enables by default."""
    settings = Path(home["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text("[Settings]\ngtk-enable-animations=0\n")
    return home


def without_blinking(home):
    """A home in which the cursor of an entry does not blink, after `without_animations` or without."""
    settings = Path(home["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
    settings.parent.mkdir(exist_ok=True)
    before = settings.read_text() if settings.exists() else "[Settings]\n"
    settings.write_text(before + "gtk-cursor-blink=0\n")
    return home


def with_high_contrast(home):
    """A home in which the desktop's setting is made."""
    file = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
    with file.open("a") as settings:
        settings.write("[org/gnome/desktop/a11y/interface]\nhigh-contrast=true\n")
    return home
