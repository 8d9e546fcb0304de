"""Locales of the C library, built by localedef in a private folder: a machine need not have them."""

import subprocess


def make(folder, *names):
    """The environment variables that locate the locales `names`, such as "de_DE"."""
    for name in names:
        # Exit status 1 means warnings, which most locales cause.
        made = subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(folder / f"{name}.UTF-8")],
                              capture_output=True, text=True)
        assert made.returncode in (0, 1) and (folder / f"{name}.UTF-8").is_dir(), made.stderr
    return {"LOCPATH": str(folder)}
