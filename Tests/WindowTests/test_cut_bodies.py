"""Bodies that end wrongly never count as complete: when the server has recovered, each way of asking again gets the
photo."""

import gzip

import pytest

from support import photos, replies
from support.photo_list import PhotoList
from support.waiting import wait_until

TAG = {"ETag": '"photo"', "Cache-Control": "max-age=3600", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"}
TYPES = {"image/jpeg": photos.jpeg(1), "image/png": photos.png(1)}


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def raw(body, kind="image/jpeg", **fields):
    """The bytes of a reply under a tag, and then the end of the connection."""
    async def reply(connection):
        headers = {"Content-Type": kind, **TAG, **{key.replace("_", "-"): value for key, value in fields.items()}}
        await connection.write_head(200, headers)
        await connection.write(body)
        return replies.CLOSE
    return reply


def two_lengths(body, first, second):
    async def reply(connection):
        head = "".join(f"{key}: {value}\r\n" for key, value in {"Content-Type": "image/jpeg", **TAG}.items())
        await connection.write(
            f"HTTP/1.1 200 OK\r\n{head}Content-Length: {first}\r\nContent-Length: {second}\r\n\r\n".encode() + body)
        return replies.CLOSE
    return reply


PHOTO, PNG = TYPES["image/jpeg"], TYPES["image/png"]
CUT = PHOTO[:len(PHOTO) * 2 // 3]
HALF = len(CUT) // 2
PACKED = gzip.compress(PHOTO)
CHUNKED = {"Transfer_Encoding": "chunked"}
KINDS = {
    "no last chunk": raw(chunk(CUT), **CHUNKED),
    "cut amid a chunk": raw(chunk(PHOTO)[:HALF], **CHUNKED),
    "a size that is no number": raw(chunk(CUT[:HALF]) + b"zzzz\r\n" + CUT[HALF:] + b"\r\n0\r\n\r\n", **CHUNKED),
    "a negative size": raw(chunk(CUT[:HALF]) + b"-40\r\n" + CUT[HALF:] + b"\r\n0\r\n\r\n", **CHUNKED),
    "a huge size": raw(chunk(CUT[:HALF]) + b"ffffffffffffffff\r\n" + CUT[HALF:] + b"\r\n0\r\n\r\n", **CHUNKED),
    "a size beyond the body": raw(chunk(CUT[:HALF]) + b"7ffffff\r\n" + CUT[HALF:] + b"\r\n0\r\n\r\n", **CHUNKED),
    "no length, a JPEG": raw(CUT),
    "no length, a PNG": raw(PNG[:len(PNG) // 2], "image/png"),
    "two lengths, the last too short": two_lengths(PHOTO, len(PHOTO), HALF),
    "two lengths, the first too short": two_lengths(PHOTO, HALF, len(PHOTO)),
    "gzip cut short": raw(PACKED[:len(PACKED) // 2], Content_Encoding="gzip", Content_Length=len(PACKED) // 2),
    "gzip cut short in chunks": raw(
        chunk(PACKED[:len(PACKED) // 2]) + b"0\r\n\r\n", Content_Encoding="gzip", **CHUNKED),
    "gzip cut short without a length": raw(PACKED[:len(PACKED) // 2], Content_Encoding="gzip"),
    "complete, and no photo": raw(b"This is no picture.", Content_Length=19),
}
COMPLETE = "complete, and no photo"
# A server would repeat a wrong length, or a wrong but complete body, a moment later: there is no automatic retry.
LASTING = {COMPLETE, "two lengths, the last too short", "two lengths, the first too short"}
# One screenful; all of them show the same photo, and differ in their names.
HALVES = [list(KINDS)[:7], list(KINDS)[7:]]


def well(kind):
    body, of = (PNG, "image/png") if "PNG" in kind else (PHOTO, "image/jpeg")
    return replies.of(body, of, **{key.replace("-", "_"): value for key, value in TAG.items()})


class Opened:
    """The program with some of the kinds on its screen."""

    def __init__(self, kinds, server, launch, home):
        self.kinds, self.server, self.launch, self.home = kinds, server, launch, home

    def serve(self, is_well):
        for number, kind in enumerate(self.kinds):
            self.server.on(photos.path(number), well(kind) if is_well else KINDS[kind])
        return self.server.serve_photos(len(self.kinds))

    def open(self, is_well):
        self.program = self.launch(self.serve(is_well), home=self.home)
        self.listed = PhotoList(self.program, [photos.name(number) for number in range(len(self.kinds))])

    def states(self):
        return dict(zip(self.kinds, self.listed.states().values(), strict=True))

    def wait_until_recovered(self, but=()):
        wait_until(lambda: {state for kind, state in self.states().items() if kind not in but} == {"filtered"}, 20,
                   lambda: f"all are shown: {self.states()}")
        self.listed.wait_until_found(0, photos.filtered(1))
        for number, kind in enumerate(self.kinds):
            if kind not in but and self.listed.is_whole(number):
                self.listed.wait_until_shown(number, photos.filtered(1))
        asked = [each for each in self.server.asked()
                 if "if-none-match" in each.headers or "if-modified-since" in each.headers]
        assert not asked, "a body that ended wrongly is requested without a condition"


@pytest.fixture(params=HALVES, ids=["chunks", "others"])
def failed(request, server, launch, new_home):
    opened = Opened(request.param, server, launch, new_home())
    opened.open(is_well=False)
    opened.listed.wait_until_done()
    assert "filtered" not in opened.states().values(), opened.states()
    return opened


def test_automatic_retries_get_whatever_ended_wrongly_once_the_server_is_well(failed):
    failed.serve(is_well=True)
    # A complete body is not requested again automatically.
    failed.wait_until_recovered(but=LASTING)


def test_retry_all_gets_whatever_ended_wrongly_once_the_server_is_well(failed, desktop):
    failed.serve(is_well=True)
    desktop.keyboard.focus(failed.program.window())
    desktop.keyboard.press("Control_L", "Shift_L", "r")
    failed.wait_until_recovered()


def test_reload_and_retries_get_whatever_ended_wrongly_once_the_server_is_well(failed, desktop):
    failed.serve(is_well=True)
    desktop.keyboard.focus(failed.program.window())
    desktop.keyboard.press("Control_L", "r")
    failed.wait_until_recovered(but=LASTING)


def test_another_start_gets_whatever_ended_wrongly_once_the_server_is_well(failed):
    failed.program.quit()
    failed.open(is_well=True)
    failed.wait_until_recovered()


def table(count):
    return ("url,name\n" + "".join(f"photos/{number}.jpg,{photos.name(number)}\n" for number in range(count))).encode()


def listing(body, **fields):
    async def either(connection):
        if connection.exchange.headers.get("if-none-match"):
            return await connection.write_head(304, TAG)
        await connection.write_head(200, {"Content-Type": "text/csv", **TAG, **fields})
        await connection.write(body)
        return replies.CLOSE
    return either


@pytest.mark.parametrize("has_chunks", [True, False], ids=["in chunks", "without a length"])
def test_a_table_that_is_cut_short_says_so_and_is_had_whole_by_reload(server, launch, desktop, has_chunks):
    half = table(5)
    if has_chunks:
        server.on("/list.csv", listing(chunk(half), **{"Transfer-Encoding": "chunked"}))
    else:
        server.on("/list.csv", listing(half))
    program = launch(server.url("/list.csv"))
    accessible = program.accessible()
    if has_chunks:
        wait_until(lambda: accessible.find("label", lambda name: "was lost" in name), 10, "it reports the interruption")
        desktop.keyboard.press("Escape")
    else:
        wait_until(lambda: accessible.find("label", lambda name: name == "5 photos · May be cut short"), 10,
                   "it reports that the photo may be cut short")
    server.on("/list.csv", listing(table(9), **{"Content-Length": len(table(9))}))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "r")
    wait_until(lambda: accessible.find("label", lambda name: name == "9 photos"), 10, "it is complete")


def test_a_page_without_a_length_that_shows_its_end_is_whole(server, launch):
    links = "".join(f'<a href="photos/{number}.jpg">{photos.name(number)}</a>' for number in range(5))
    server.on("/", listing(f"<html><body>{links}</body></html>".encode(), **{"Content-Type": "text/html"}))
    accessible = launch(server.url("/")).accessible()
    wait_until(lambda: accessible.find("label", lambda name: name == "5 photos"), 10, "it reports no interruption")
