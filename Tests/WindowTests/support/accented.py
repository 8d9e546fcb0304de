"""The program in accented English in brackets: a text that stays plain English was forgotten."""

import pathlib
import re
import subprocess
import sys

from gi.repository import Gio

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "data/po/tools"))
from pseudo import pseudo  # noqa: E402, F401  # pylint: disable=wrong-import-position,wrong-import-order

# What is the same in every language, or GTK's own, which has no accented English.
PLAIN = re.compile(
    r"(Gtk|Adw|ClassicPhotos)\w+|classic-photos"  # GTK names objects without a name by their type.
    r"|((Ctrl|Shift|Alt)\+)*(Return|Delete|Page (Up|Down)|F\d+|\S)|((Ctrl|Shift|Alt)\+)+\w+"  # GTK's names of keys.
    r"|Classic Photos|Close|Minimize|Maximize|Restore|“?Photo \d+”?|photos|127\.0\.0\.1.*|http.*|JPEG|PNG|WebP|[\W\d_]*"
    r"|\d+ ?(kB|MB|s|mm|ms)|[\d.]+ ?(B|kB|MB|GB)|.*\.(plist|png|jpg)|Toggle .*|Clear entry|Decrease|Increase"
    r"|(\d+\.\d\d  .*\s*)+"  # What the inspector repeats of a trace, which is the same for all who read it.
    r"|(\d+ )?(April|May) 2024( at .*)?|\w+day, \d+ (April|May)"  # LC_TIME decides how dates are written.
    r"|Authentication Required|Enter password for “Holiday”:|album"  # What GVfs asks, in its own language.
    r"|DSC_\d+\.JPG|ISO 200|Lisbon, Portugal|Nikon Z 6"  # Data of the stand-in for a library.
    r"|Alt|BackSpace|Ctrl|Escape|Menu|Page_(Down|Up)|Shift|(Search )?Shortcuts|Search( Results)?|Preferences"
    r"|No Results Found|Try a different search\.?")


def environment(folder):
    """The variables of a program that speaks it. `folder` is for files."""
    subprocess.run([ROOT / "meson-helpers/translations", "pseudo", folder, "xx"], check=True)
    return {"CLASSIC_PHOTOS_TRANSLATIONS": str(folder), "LANG": "C.UTF-8", "LANGUAGE": "xx"}


def forgotten(program, others=None):
    """The English texts of all windows of the program, without those in which the pattern `others` is found, and the
    names of other programs."""
    programs = {each.get_name() for each in Gio.AppInfo.get_all()}
    return sorted({text for text in program.accessible().texts()
                   if not PLAIN.fullmatch(text) and "⟦" not in text and re.search("[A-Za-z]{2}", text)
                   and text not in programs and not (others and others.search(text))})
