"""Printing the photo shown into a file, which GTK's dialog offers without a printer."""

from .dialogs import Dialog
from .finding import says
from .waiting import wait_until


def print_photo(program, documents, path):
    """Prints the photo at `path` into the folder for documents (`with_documents`); returns the bytes of the PDF."""
    desktop = program.desktop
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "p")
    dialog = Dialog(program, "All sheets")
    desktop.pause(0.5)

    def can_print():
        if dialog.is_offered("Print"):
            return True
        # To the list of printers, and to the first of them.
        desktop.keyboard.press("Tab")
        desktop.keyboard.press("Down")
        return False
    wait_until(can_print, 10, lambda: dialog.frame.describe(), every=0.3)
    dialog.button("Print").do()
    printed = documents / f"{path.rsplit('/', 1)[1].rsplit('.', 1)[0]}.pdf"
    wait_until(lambda: printed.exists() and printed.read_bytes().rstrip().endswith(b"%%EOF"), 20,
               lambda: f"the file is there: {list(documents.iterdir())}")
    says(program, "printed")
    return printed.read_bytes()
