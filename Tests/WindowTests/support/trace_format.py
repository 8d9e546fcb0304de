"""The requirements of Perfetto and chrome://tracing on a trace, for the part of the Trace Event Format that the program
writes.

Their importers are lenient: they silently omit what breaks these rules, or show it in the wrong place.
"""

import json
from collections import defaultdict

PHASES = {"X", "b", "n", "e", "C", "i", "M"}


def problems(text, is_ended=True):
    """The errors of a trace, in words; events may lack their end unless the trace `is_ended`."""
    try:
        events = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except ValueError as error:
        return [str(error)]
    if not isinstance(events, list):
        return ["it is no array"]
    found = []
    for event in events:
        found += [f"{what}: {event}" for what in _of_one(event)]
    if not found:
        found = _unnamed_threads(events) + _overlaps(events) + _async(events, is_ended)
    return found


def _object(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError(f"a name comes twice in an object: {pairs}")
    return dict(pairs)


def _refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def _is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _of_one(event):
    if not isinstance(event, dict):
        yield "no object"
        return
    if event.get("ph") not in PHASES:
        yield "no phase in use"
        return
    if not isinstance(event.get("name"), str) or not event["name"] or not isinstance(event.get("cat"), str):
        yield "no name or category"
    if not all(_is_number(event.get(key)) and event[key] >= 0 for key in ("ts", "pid", "tid")):
        yield "no time, process or thread"
    if not isinstance(event.get("args"), dict):
        yield "no arguments"
        return
    if (event["ph"] == "X") != (_is_number(event.get("dur")) and event["dur"] >= 0):
        yield "a duration that should not be, or none"
    if (event["ph"] in "bne") != (isinstance(event.get("id"), str)):
        yield "an id that should not be, or none"
    if event["ph"] == "i" and event.get("s") not in ("g", "p", "t"):
        yield "no scope"
    if event["ph"] == "C" and not (event["args"] and all(_is_number(value) for value in event["args"].values())):
        yield "no numbers to count"
    if event["ph"] == "M" and not isinstance(event["args"].get("name"), str):
        yield "no name to give"


def _unnamed_threads(events):
    named = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name"}
    others = {(each["pid"], each["tid"]) for each in events if each["ph"] != "M"}
    return [f"process {pid} has a thread {tid} without a name" for pid, tid in sorted(others - named)]


def _overlaps(events):
    """Complete events of a thread are nested or separate."""
    threads = defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            threads[event["pid"], event["tid"]].append(event)
    found = []
    for of_thread in threads.values():
        outer = []
        for event in sorted(of_thread, key=lambda each: (each["ts"], -each["dur"])):
            while outer and outer[-1]["ts"] + outer[-1]["dur"] <= event["ts"]:
                outer.pop()
            if outer and event["ts"] + event["dur"] > outer[-1]["ts"] + outer[-1]["dur"]:
                found.append(f"{event} ends after {outer[-1]}, in which it begins")
            outer.append(event)
    return found


def _async(events, is_ended):
    """Begun events end, the last begun first, and instants lie between begin and end."""
    found, began, last = [], defaultdict(list), {}
    for event in events:
        if event["ph"] not in "bne":
            continue
        key = event["pid"], event["cat"], event["id"]
        if event["ts"] < last.get(key, 0):
            found.append(f"{event} goes back in time")
        last[key] = event["ts"]
        if event["ph"] == "b":
            began[key].append(event["name"])
        elif not began[key]:
            found.append(f"{event} is outside of all that has begun")
        elif event["ph"] == "e" and began[key].pop() != event["name"]:
            found.append(f"{event} ends something else than what has begun last")
    return found + [f"{names} of {key} never end" for key, names in began.items() if names and is_ended]
