"""Waiting for a condition, with a deadline and a word on what was waited for: the tests' one way to wait."""

import time

from Xlib import error as xerror


class Gone(Exception):
    """An object asked about, or the whole program, is no longer there."""


# What a condition runs into where what it looks at is not there yet, or no longer: an object that goes while it is asked
# about, the first of no rows, the least of no numbers, an attribute of what was not found, a window that is being closed.
NOT_YET = (Gone, LookupError, ValueError, AttributeError, TypeError, StopIteration, xerror.XError)


def wait_until(condition, within, what, every=0.01):
    """Returns the first true value of `condition()`, asked every `every` seconds.

    Fails after `within` seconds, saying `what`: a string, or a function that describes how things stand. A condition that
    cannot be asked yet (`NOT_YET`) is not so yet; one that still cannot by then fails with what it ran into.
    """
    deadline = time.monotonic() + within
    while True:
        try:
            value, trouble = condition(), None
        except NOT_YET as error:
            value, trouble = None, error
        if value:
            return value
        if time.monotonic() > deadline:
            said = f"after {within:g} s still not so: {_described(what)}"
            raise AssertionError(f"{said}; {type(trouble).__name__}: {trouble}" if trouble else said) from trouble
        time.sleep(every)


def stays_true(condition, during, what, every=0.02):
    """Fails as soon as `condition()` is false within `during` seconds: for what must not happen.

    What cannot be asked at one moment (`NOT_YET`) tells nothing; it has to be true once at least.
    """
    deadline = time.monotonic() + during
    was_true = False
    while time.monotonic() < deadline or not was_true:
        try:
            value = condition()
        except NOT_YET:
            if time.monotonic() > deadline + during:
                raise
        else:
            if not value:
                raise AssertionError(f"no longer so: {_described(what)}")
            was_true = True
        time.sleep(every)


def _described(what):
    if not callable(what):
        return what
    try:
        return what()
    except NOT_YET as error:
        return f"what cannot be described: {type(error).__name__}: {error}"
