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
    """The small pictures of remembered catalogues, and the names in them."""
    folder = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "recent"
    return sorted(folder.iterdir()) if folder.exists() else []


def without_animations(home):
    """A home without animations, which GTK enables by default."""
    settings = Path(home["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text("[Settings]\ngtk-enable-animations=0\n")
    return _on_desktop(home, "interface", enable_animations="false")


def without_blinking(home):
    """A home in which the cursor of an entry does not blink, after `without_animations` or without."""
    settings = Path(home["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
    settings.parent.mkdir(exist_ok=True)
    before = settings.read_text() if settings.exists() else "[Settings]\n"
    settings.write_text(before + "gtk-cursor-blink=0\n")
    return _on_desktop(home, "interface", cursor_blink="false")


def with_high_contrast(home):
    """A home in which the desktop's setting is made."""
    return _on_desktop(home, "a11y/interface", high_contrast="true")


def with_large_text(home, percent):
    """A home in which text has this size on Wayland, after what else is set in the home; on X: seeing.text_at."""
    return _on_desktop(home, "interface", text_scaling_factor=percent / 100)


def _on_desktop(home, group, **settings):
    """A home in which desktops' own settings are made, which GTK follows on Wayland, as libadwaita does everywhere."""
    file = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{key.replace('_', '-')}={value}\n" for key, value in settings.items())
    with file.open("a") as keys:
        keys.write(f"[org/gnome/desktop/{group}]\n{lines}")
    return home
