"""Waiting for a condition, with a deadline and a word on what was waited for: the tests' one way to wait."""

import time


class Gone(Exception):
    """An object asked about, or the whole program, is no longer there."""


def wait_until(condition, within, what, every=0.01):
    """Returns the first true value of `condition()`, asked every `every` seconds.

    Fails after `within` seconds, saying `what`: a string, or a function that describes how things stand. An object that
    goes while it is asked about (a row, when the list changes) is not so yet; one that is still gone by then fails as such.
    """
    deadline = time.monotonic() + within
    while True:
        try:
            value = condition()
        except Gone:
            if time.monotonic() > deadline:
                raise
            value = None
        if value:
            return value
        if time.monotonic() > deadline:
            said = what() if callable(what) else what
            raise AssertionError(f"after {within:g} s still not so: {said}")
        time.sleep(every)


def stays_true(condition, during, what, every=0.02):
    """Fails as soon as `condition()` is false within `during` seconds: for what must not happen."""
    deadline = time.monotonic() + during
    while time.monotonic() < deadline:
        if not condition():
            raise AssertionError(f"no longer so: {what() if callable(what) else what}")
        time.sleep(every)
