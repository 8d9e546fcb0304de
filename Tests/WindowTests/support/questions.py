"""The dialogs that follow a server's answer, each opened over a list by keys alone, whatever the language."""

from . import replies
from .dialogs import Dialog
from .immich import ImmichServer, Library, months_of
from .nextcloud import NextcloudServer
from .pages import perform, wait_until_still
from .passwords import fill_in
from .server import PhotoServer

LOCATION, LIBRARY = ("Control_L", "l"), ("Control_L", "Shift_L", "l")
NAME, PASSWORD = "anna", "secret"
WRONG_KEY = b"<Error><Code>InvalidAccessKeyId</Code><Message>It is unknown.</Message></Error>"


class Questions:
    """Servers that ask, refuse and fail, and what `program` says of them. `folder` is for files."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.server, self.second, self.store = PhotoServer(), PhotoServer(), PhotoServer()
        # A photo is no catalogue.
        for each in (self.server, self.second):
            each.on("/locked.plist", replies.behind_password(replies.photo(0), NAME, PASSWORD))
        self.store.reply_to = lambda path: replies.of(WRONG_KEY, "application/xml", 403)
        self.library, self.cloud = ImmichServer(Library(months_of([4]))), NextcloudServer(3)

    def end(self):
        for each in (self.server, self.second, self.store, self.library, self.cloud):
            each.end()

    def all(self):
        """Opens one dialog after the other: yields what it is about, and the dialog."""
        yield from self._failures()
        yield from self._keys()
        yield from self._passwords()
        yield "a file that is there", self._save_over("kept.plist")
        self._leave()

    def _failures(self):
        nowhere = self.server.url("/none.plist")
        for about, keys, address in [
                ("nothing there", LOCATION, nowhere), ("no file", LOCATION, "/nowhere/none.plist"),
                ("no folder", LOCATION, "/nowhere/none"), ("no library", LIBRARY, nowhere)]:
            yield about, self._open(keys, address)
            self._leave()

    def _keys(self):
        endpoint = self.store.url().replace(":", "%3A").replace("/", "%2F")
        for about, keys, address in [
                ("a library's key", LIBRARY, self.library.url), ("a sign-in by browser", LIBRARY, self.cloud.url),
                ("a bucket's key", LOCATION, f"s3://photos/2019/?endpoint={endpoint}")]:
            yield about, self._open(keys, address)
            self._leave()
            # That the person gave no answer is a failure.
            self._leave()

    def _passwords(self):
        question = self._open(LOCATION, self.server.url("/locked.plist"))
        yield "a password", question
        yield "a wrong password", self._answer(question, "wrong")
        question = Dialog(self.program)
        question.type(PASSWORD)
        self._enter(question)
        self._leave()
        self._answer(self._open(LOCATION, self.second.url("/locked.plist")), PASSWORD)
        self._leave()
        perform(self.program, "forget-passwords")
        yield "passwords to forget", Dialog(self.program)
        self._leave()

    def _open(self, keys, address):
        """Types an address in the dialog that `keys` open; returns the next dialog."""
        self.program.desktop.keyboard.focus(self.program.window())
        self.program.desktop.keyboard.press(*keys)
        dialog = Dialog(self.program)
        dialog.type(address)
        return self._enter(dialog)

    def _answer(self, question, password):
        fill_in(question, NAME, password)
        return self._enter(question)

    def _save_over(self, name):
        """Saves the list as a file that is there; GTK's own dialog does not ask, for the name is typed without its
        ending."""
        (self.folder / name).write_text("old")
        self.program.desktop.keyboard.focus(self.program.window())
        self.program.desktop.keyboard.press("Control_L", "Shift_L", "s")
        chooser = Dialog(self.program)
        wait_until_still(self.program, chooser.window)
        chooser.type_instead(str(self.folder / name.rsplit(".", 1)[0]))
        return self._enter(chooser)

    def _enter(self, dialog):
        dialog.press("Return")
        dialog.wait_until_gone()
        return Dialog(self.program)

    def _leave(self):
        Dialog(self.program).dismiss()
