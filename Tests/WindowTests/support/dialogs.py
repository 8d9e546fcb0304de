"""Dialogs of the program: reading them, and answering them from the keyboard."""

from .accessibility import CHECKED, PRESSED, SELECTED, SENSITIVE, Gone
from .waiting import wait_until


# Roles of dialogs within their window: libadwaita's, from 1.5 on.
WITHIN = ("dialog", "alert dialog", "alert")


class Dialog:
    """Waits for a dialog of the program that contains the wanted text: a second window, or one within the first."""

    def __init__(self, program, wanted=None, within=10):
        self.program = program
        self.desktop = program.desktop

        def search():
            for frame in self.all_of(self.program):
                # A dialog is empty for a moment after its creation.
                if wanted in frame.texts() if wanted else frame.find("button"):
                    return frame
            return None
        self.frame = wait_until(
            search, within, lambda: f"a dialog says {wanted!r}; there is:\n{program.accessible().describe()}",
            every=0.05)
        self.is_within = self.frame not in program.accessible().children()
        self.window = program.window() if self.is_within else program.dialog_window(within)
        self.desktop.keyboard.focus(self.window)

    @staticmethod
    def all_of(program):
        """The accessible objects of all dialogs."""
        main, *others = program.accessible().children()
        return others + [each for role in WITHIN for each in main.find_all(role)]

    def texts(self):
        return self.frame.texts()

    def button(self, name):
        return self.frame.get("button", lambda each: name in (each or "").replace("_", "").replace("…", ""))

    def is_offered(self, name):
        return self.button(name).has_state(SENSITIVE)

    def type_instead(self, text):
        """Replaces the entry's text."""
        self.desktop.keyboard.press("Control_L", "a")
        self.desktop.keyboard.type(text)

    def type(self, text):
        self.desktop.keyboard.type(text)

    def press(self, *keys):
        self.desktop.keyboard.press(*keys)

    def wait_until_gone(self, within=10):
        def is_gone():
            try:
                if self.is_within:
                    return self.frame not in self.all_of(self.program)
                return self.window.id not in [each.id for each in self.program.windows()]
            except Gone:
                return True
        wait_until(is_gone, within, lambda: f"the dialog is gone; it says {self.texts()}")
        self.desktop.keyboard.focus(self.program.window())

    def dismiss(self):
        self.press("Escape")
        self.wait_until_gone()


def preference_tabs(frame):
    """The buttons of the preferences' pages, in order; without those of a narrower window, which follow."""
    tabs = {}
    for each in frame.find_all("tab", prune=()):
        tabs.setdefault(each.name, each)
    return list(tabs.values())


def is_on(button):
    """Whether a button that stays down, or a choice, is the chosen one."""
    return any(button.has_state(state) for state in (PRESSED, CHECKED, SELECTED))


def open_location(program, url):
    """Opens a URL without the mouse."""
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "l")
    dialog = Dialog(program)
    dialog.type_instead(url)
    wait_until(lambda: dialog.is_offered("Open"), 5, lambda: f"Open is offered for {url!r}: {dialog.frame.describe()}")
    dialog.press("Return")
    dialog.wait_until_gone()
