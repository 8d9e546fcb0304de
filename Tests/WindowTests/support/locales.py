"""Locales of the C library, made by localedef into a folder of the tests' own: a machine need not have them."""

import subprocess


def make(folder, *names):
    """The variables under which a program finds the locales `names`, such as "de_DE"."""
    for name in names:
        # Exit status 1: warnings, of which most locales have some.
        made = subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(folder / f"{name}.UTF-8")],
                              capture_output=True, text=True)
        assert made.returncode in (0, 1) and (folder / f"{name}.UTF-8").is_dir(), made.stderr
    return {"LOCPATH": str(folder)}
