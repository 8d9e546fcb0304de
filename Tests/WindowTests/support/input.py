"""Wheel, pointer and keys, delivered by the X server like a person's: with XTEST."""

import contextlib
import subprocess
import time

from Xlib import XK, X
from Xlib.ext import xtest

from .display import WAYLAND
from .waiting import wait_until, wait_until_same

WHEEL_UP, WHEEL_DOWN = 4, 5

# The X codes of keys, by their places: rows from the digits (E) down (D, C, B), each from the left.
PLACES = {
    "LFSH": 50, "LCTL": 37, "LALT": 64, "AE00": 49,
    **{f"A{row}{column:02}": first + column - 1
       for row, first, count in [("E", 10, 12), ("D", 24, 12), ("C", 38, 11), ("B", 52, 10)]
       for column in range(1, count + 1)},
}


class Pointer:
    """The mouse. Places are in screen pixels."""

    def __init__(self, display):
        self.display = display

    def move(self, x, y):
        xtest.fake_input(self.display, X.MotionNotify, x=round(x), y=round(y))
        self.display.sync()

    def arrive(self, x, y):
        """Moves like a hand: visibly on the way, and arrived before a press. Where a menu has just closed, GTK 4.8 may
        lose a press that coincides with the movement."""
        self.move(x - 3, y)
        time.sleep(0.08)
        self.move(x, y)
        time.sleep(0.08)

    def hover(self, x, y, look):
        """Arrives on a button, and waits until it shows the pointer: until `look()`, its pixels, changes. Where a menu
        has just closed, GTK 4.8 may lose a press on what does not show the pointer yet."""
        self.move(x, y + 60)
        without = wait_until_same(look)
        self.move(x, y)

        def shows_pointer():
            if look() != without:
                return True
            self.move(x - 1, y)
            self.move(x, y)
            return False
        wait_until(shows_pointer, 5, "the button shows the pointer", every=0.05)

    def press(self, button=1):
        xtest.fake_input(self.display, X.ButtonPress, button)
        self.display.sync()

    def release(self, button=1):
        xtest.fake_input(self.display, X.ButtonRelease, button)
        self.display.sync()

    def release_all(self):
        """Releases what a failed test has left pressed."""
        buttons = self.display.screen().root.query_pointer().mask
        for number, mask in enumerate((X.Button1Mask, X.Button2Mask, X.Button3Mask), start=1):
            if buttons & mask:
                self.release(number)

    def click(self, x, y):
        self.move(x, y)
        self.press()
        self.release()

    def notch(self, button=WHEEL_DOWN):
        """One notch of the wheel; returns its time."""
        when = time.monotonic()
        xtest.fake_input(self.display, X.ButtonPress, button)
        xtest.fake_input(self.display, X.ButtonRelease, button)
        self.display.sync()
        return when

    def wheel(self, notches=None, seconds=None, button=WHEEL_DOWN, interval=0.025):
        """Turns the wheel for this many notches or seconds; returns the time of each notch."""
        times = []
        begin = time.monotonic()
        while len(times) < notches if notches is not None else time.monotonic() < begin + seconds:
            times.append(self.notch(button))
            # Scheduled by the clock, so that a late notch does not delay the next.
            time.sleep(max(0, begin + len(times) * interval - time.monotonic()))
        return times

    def drag(self, x, from_y, to_y, steps=12, interval=0.015):
        self.move(x, from_y)
        self.press()
        for step in range(1, steps + 1):
            self.move(x, from_y + (to_y - from_y) * step / steps)
            time.sleep(interval)
        self.release()


class Keyboard:
    def __init__(self, display):
        self.display = display

    @contextlib.contextmanager
    def layout(self, name):
        """Uses another keyboard layout within the context: "fr", or "ru,us" for two, the first of them active."""
        self._set_layout(name)
        try:
            yield
        finally:
            self._set_layout("us")

    def _set_layout(self, name):
        subprocess.run(["setxkbmap", "-display", self.display.get_display_name(), "-layout", name], check=True)

    def press_place(self, *places):
        """One key with modifiers held, named by their places on the keyboard, as in XKB: press_place("LFSH", "AE12") is
        Shift and the key to the left of Backspace, whatever its label."""
        codes = [PLACES[each] for each in places]
        for code in codes:
            xtest.fake_input(self.display, X.KeyPress, code)
        self._let_go(codes)

    def focus(self, window):
        """There is no window manager to focus a window."""
        window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.display.sync()

    def press(self, *names):
        """One key with modifiers held, by X names: press("Control_L", "l")."""
        codes = [self.display.keysym_to_keycode(XK.string_to_keysym(each)) for each in names]
        assert all(codes), f"no such key among {names}"
        for code in codes:
            xtest.fake_input(self.display, X.KeyPress, code)
        self._let_go(codes)

    def _let_go(self, codes):
        """On Wayland the modifiers first: Mutter refuses a popover whose key is up where another was let go after it,
        and no hand is as fast as this one."""
        for code in codes if WAYLAND else reversed(codes):
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    @contextlib.contextmanager
    def held(self, *names):
        """Holds keys down within the context."""
        codes = [self.display.keysym_to_keycode(XK.string_to_keysym(each)) for each in names]
        for code in codes:
            xtest.fake_input(self.display, X.KeyPress, code)
        self.display.sync()
        try:
            yield
        finally:
            for code in reversed(codes):
                xtest.fake_input(self.display, X.KeyRelease, code)
            self.display.sync()

    def type(self, text):
        shift = self.display.keysym_to_keycode(XK.XK_Shift_L)
        for character in text:
            symbol = ord(character)  # X's symbols for Latin-1 are its code points
            code = self.display.keysym_to_keycode(symbol)
            assert code, f"no key types {character!r}"
            shifted = self.display.keycode_to_keysym(code, 0) != symbol
            if shifted:
                xtest.fake_input(self.display, X.KeyPress, shift)
            xtest.fake_input(self.display, X.KeyPress, code)
            xtest.fake_input(self.display, X.KeyRelease, code)
            if shifted:
                xtest.fake_input(self.display, X.KeyRelease, shift)
        self.display.sync()
