"""Waiting for a condition, with a deadline and a description of the condition: the tests' only way to wait."""

import os
import time
from collections import deque

from Xlib import error as xerror


class Gone(Exception):
    """The object in question, or the whole program, no longer exists."""


# Errors of a condition whose subject does not exist yet or any more: an object that disappears during the question, the
# first of no rows, the minimum of no numbers, an attribute of a missing object, a window that is closing.
NOT_YET = (Gone, LookupError, ValueError, AttributeError, TypeError, StopIteration, xerror.XError)


# Next to other tests, a test has a part of the processors: a deadline is as much later.
SHARE = max(1, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) / os.cpu_count())


def wait_until(condition, within, what, every=0.01):
    """Returns the first true value of `condition()`, evaluated every `every` seconds, and at most half of the time: its
    questions hold up the program that is to make it true. Only what lasts a few frames is looked at more often.

    Fails after `within` seconds, or later next to other tests, with `what`: a string, or a function that describes the
    current state. A condition that raises `NOT_YET` is not true yet; if it still raises at the deadline, the test fails
    with that error.
    """
    within *= SHARE
    deadline = time.monotonic() + within
    while True:
        began = time.monotonic()
        try:
            value, trouble = condition(), None
        except NOT_YET as error:
            value, trouble = None, error
        if value:
            return value
        now = time.monotonic()
        if now > deadline:
            said = f"after {within:g} s still not so: {_described(what)}"
            raise AssertionError(f"{said}; {type(trouble).__name__}: {trouble}" if trouble else said) from trouble
        time.sleep(every if every < 0.01 else max(every, min(now - began, deadline - now)))


def wait_until_same(value, times=4, within=10, every=0.05):
    """Waits until `value()` is the same several times in a row, and returns it."""
    values = deque(maxlen=times)

    def is_same():
        values.append(value())
        return len(values) == times and len(set(values)) == 1
    wait_until(is_same, within, "it stays the same", every)
    return values[-1]


def stays_true(condition, during, what, every=0.02):
    """Fails as soon as `condition()` is false within `during` seconds: for what must not happen.

    An evaluation that raises `NOT_YET` proves nothing; the condition has to be true at least once.
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


def ends_true(condition, during, within, what):
    """Waits until `condition()` stays true for `during` seconds; fails if it has not begun to within `within` seconds:
    for states that the old one resembles."""
    deadline = time.monotonic() + within * SHARE
    while True:
        wait_until(condition, max(0, deadline - time.monotonic()) / SHARE, what)
        try:
            return stays_true(condition, during, what)
        except AssertionError:
            if time.monotonic() > deadline:
                raise


def _described(what):
    if not callable(what):
        return what
    try:
        return what()
    except NOT_YET as error:
        return f"what cannot be described: {type(error).__name__}: {error}"
