"""--trace FILE: the trace agrees with the server's log; the inspector shows the same, live."""

import json
import signal
from collections import defaultdict

import pytest

from support import photos, replies, trace_format
from support.photo_list import PhotoList
from support.program import Program
from support.waiting import wait_until

COUNT = 20
STAGES = ["queued", "download", "queued for decoding", "decode", "queued for filtering", "filter", "delivery", "shown"]


def read(path):
    """The events; the file is a complete JSON array at any time except during a write."""
    def parsed():
        try:
            return json.loads(path.read_text())
        except (FileNotFoundError, ValueError):
            return None  # missing, or being written
    return wait_until(parsed, 5, "the trace is JSON")


def by_id(events, category):
    found = defaultdict(list)
    for event in events:
        if event["cat"] == category:
            found[event["id"]].append(event)
    return found


def assert_balanced(events):
    open_names = []
    for event in events:
        if event["ph"] == "b":
            open_names.append(event["name"])
        elif event["ph"] == "e":
            assert open_names.pop() == event["name"]
    assert not open_names, events


def traced(launch, server, tmp_path, desktop):
    """Shows 20 photos, scrolls to their end, closes the window, and returns the program's trace."""
    path = tmp_path / "trace.json"
    program = launch("--trace", str(path), server.serve_photos(COUNT))
    listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("End")
    listed.wait_for_bottom(COUNT - 1, 5)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    desktop.keyboard.press("Control_L", "w")
    assert program.wait_for_exit() == 0
    return read(path)


def test_a_trace_tells_every_photos_stages_and_every_byte(server, launch, tmp_path, desktop):
    events = traced(launch, server, tmp_path, desktop)
    assert not trace_format.problems((tmp_path / "trace.json").read_text())

    shown = 0
    for of_photo in by_id(events, "photo").values():
        assert_balanced(of_photo)
        names = [each["name"] for each in of_photo if each["ph"] == "b" and each["name"] != "photo"]
        names += [each["name"] for each in of_photo if each["ph"] == "n" and each["name"] == "shown"]
        if "shown" in names and names.count("queued") == 1:
            assert names == STAGES
            shown += 1
    assert shown >= 10

    requests = list(by_id(events, "request").values())
    for request in requests:
        assert_balanced(request)
        pieces = [each["args"]["bytes"] for each in request if each["name"] == "received"]
        assert sum(pieces) == request[-1]["args"]["bytes"]
    received = {request[0]["args"]["url"]: request[-1]["args"]["bytes"] for request in requests}
    of_photos = {url: count for url, count in received.items() if "/photos/" in url}
    assert len(of_photos) == len(set(server.numbers_asked()))
    assert sum(of_photos.values()) == sum(len(photos.jpeg(number)) for number in server.numbers_asked())


def test_a_trace_keeps_time(server, launch, tmp_path, desktop):
    events = traced(launch, server, tmp_path, desktop)
    ends = defaultdict(list)
    for event in events:
        if event["ph"] != "M":
            ends[event["tid"]].append(event["ts"] + event.get("dur", 0))
    assert len(ends) > 2
    for times in ends.values():
        assert times == sorted(times)

    # A thread does one piece of work at a time.
    work = defaultdict(list)
    for event in events:
        if event["cat"] == "work":
            work[event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    for spans in work.values():
        assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:]))

    turns = [event["name"] for event in events if event["name"] in ("suspend", "resume")]
    assert turns and turns == ["suspend", "resume"] * (len(turns) // 2)
    main = {event["tid"] for event in events if event["name"] in ("wake-up", "iteration")}
    assert main == {events[0]["pid"]}, "wake-ups and turns of the loop are the main thread's"
    frames, = {event["tid"] for event in events if event["name"] == "frame"}
    assert frames not in main, "frames have a row of their own"
    assert {event["name"] for event in events if event["ph"] == "C"} == {"photos", "bytes held", "rows"}
    last = [event for event in events if event["name"] == "photos"][-1]
    assert set(last["args"].values()) == {0}


def test_the_interval_of_a_frame_is_the_distance_from_the_frame_before(server, launch, tmp_path, desktop):
    path = tmp_path / "trace.json"
    program = launch("--trace", str(path), server.serve_photos(300))
    listed = PhotoList(program, [photos.name(number) for number in range(300)])
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(seconds=1, interval=0.008)
    listed.wait_until_done()
    program.end()
    frames = [event for event in read(path) if event["name"] == "frame"]
    pairs = [(after["ts"] - before["ts"], after["args"]["interval"])
             for before, after in zip(frames, frames[1:]) if "interval" in after["args"]]
    assert len(pairs) > 20, "some frames follow each other"
    assert not [pair for pair in pairs if pair[0] != pair[1]]


@pytest.mark.parametrize("asks", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_program_that_is_asked_to_end_ends_its_trace(asks, server, launch, tmp_path):
    server.on(photos.path(3), replies.never())
    path = tmp_path / "trace.json"
    program = launch("--trace", str(path), server.serve_photos(COUNT))
    wait_until(lambda: any(event["name"] == "shown" for event in read(path)), 15, "a photo is shown")
    program.process.popen.send_signal(asks)
    assert program.wait_for_exit() == 0
    assert not trace_format.problems(path.read_text())


def test_a_trace_of_a_program_that_is_killed_is_json(server, desktop, new_home, tmp_path):
    server.on(photos.path(3), replies.never())
    path = tmp_path / "trace.json"
    program = Program(
        desktop, ["--trace", str(path), server.serve_photos(COUNT)], new_home(), tmp_path / "program.log")
    try:
        wait_until(lambda: any(event["name"] == "shown" for event in read(path)), 15, "a photo is shown")
    finally:
        program.process.popen.kill()
        program.process.end()
    assert any(event["name"] == "download" for event in read(path))
    assert not trace_format.problems(path.read_text(), is_ended=False)


BROKEN = {
    "not JSON": '[{"name": "a"}',
    "a name twice": '[{"ph": "i", "ph": "i"}]',
    "NaN": '[{"name": "a", "cat": "c", "ph": "i", "s": "p", "ts": NaN, "pid": 1, "tid": 1, "args": {}}]',
    "no array": "{}",
}


def event(ph, ts, name="a", **more):
    return {"name": name, "cat": "c", "ph": ph, "ts": ts, "pid": 1, "tid": 1, "args": {}, **more}


THREAD = event("M", 0, "thread_name", args={"name": "t"})
WRONG = {
    "overlapping": [event("X", 0, dur=10), event("X", 5, dur=10)],
    "no duration": [event("X", 0)],
    "never ended": [event("b", 0, id="1")],
    "never begun": [event("e", 0, id="1")],
    "ended crosswise": [event("b", 0, "a", id="1"), event("b", 1, "b", id="1"), event("e", 2, "a", id="1")],
    "outside of all": [event("n", 0, id="1")],
    "back in time": [event("b", 5, id="1"), event("e", 3, id="1")],
    "no id": [event("b", 0), event("e", 1)],
    "a counter without numbers": [event("C", 0, args={"x": "1"})],
    "a scope that is none": [event("i", 0, s="x")],
    "a phase that is none": [event("Q", 0)],
    "a time that is none": [event("i", 0.5, s="p")],
    "a thread without a name": [event("X", 0, dur=1, tid=2)],
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_what_is_no_trace_is_found_out(text):
    assert trace_format.problems(text)


@pytest.mark.parametrize("events", WRONG.values(), ids=WRONG)
def test_what_breaks_the_format_is_found_out(events):
    good = [event("X", 0, dur=10), event("X", 2, dur=8), event("X", 10, dur=0), event("b", 1, id="1"),
            event("b", 1, "b", id="1"), event("n", 2, id="1"), event("e", 3, "b", id="1"), event("e", 3, id="1"),
            event("C", 0, args={"x": 1}), event("i", 4, s="p")]
    assert not trace_format.problems(json.dumps([THREAD, *good]))
    assert trace_format.problems(json.dumps([THREAD, *events]))


def test_a_trace_that_cannot_be_written_is_refused_in_words_and_exits_2(launch, tmp_path):
    program = launch("--trace", str(tmp_path / "no-such-folder" / "trace.json"), "--demo")
    assert program.wait_for_exit() == 2
    assert "Cannot write the trace" in program.process.said()


def test_the_inspector_shows_and_hides_with_its_key(server, open_list, desktop):
    program, listed = open_list(1_000)
    listed.wait_until_done()
    listed.take_keyboard()
    height = listed.view().height
    desktop.keyboard.press("Control_L", "Shift_L", "i")
    wait_until(lambda: listed.view().height < height - 100, 5, "the list becomes narrower")
    # Its content is live: the next screen's photos are counted, and their requests are over.
    desktop.keyboard.press("End")
    desktop.keyboard.press("End")
    listed.wait_until_done()
    texts = program.accessible().texts

    def says():
        said = texts()
        return ("Requests: 0" in said and "Downloads: 0 + 0 waiting" in said
                and any(text.startswith("Frames: median") for text in said)
                and any("is shown" in text for text in said))
    wait_until(says, 5, lambda: f"the inspector shows the load: {texts()}")
    assert listed.view().height > 300, "the list keeps some width"
    desktop.keyboard.press("Control_L", "Shift_L", "i")
    wait_until(lambda: listed.view().height == height, 5, "the inspector is hidden again")
