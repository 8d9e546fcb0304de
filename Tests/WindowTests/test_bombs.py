"""Pictures designed to burn processor time: other photos arrive nevertheless."""

import struct

from support import photos, replies
from support.photo_list import PhotoList
from support.photo_page import activate


def sequential_jpeg(width, height, scans):
    """Three components; scans of 10 bytes without content."""
    def segment(code, content):
        return bytes([0xFF, code]) + struct.pack(">H", len(content) + 2) + bytes(content)
    components = b"".join(bytes([each, 0x11, 0]) for each in (1, 2, 3))
    head = b"\xff\xd8" + segment(0xDB, [0] + [1] * 64)
    head += segment(0xC0, b"\x08" + struct.pack(">HH", height, width) + b"\x03" + components)
    head += segment(0xC4, [0, 1] + [0] * 15 + [0]) + segment(0xC4, [0x10, 1] + [0] * 15 + [0])
    return head + b"".join(segment(0xDA, [1, 1 + each % 3, 0, 0, 63, 0]) for each in range(scans)) + b"\xff\xd9"


def test_jpegs_of_empty_scans_fail_at_once_and_hold_up_no_other_photo(server, launch, desktop):
    bomb = replies.of(sequential_jpeg(2000, 2000, 30_000))
    for number in (0, 1, 2):
        server.on(photos.path(number), bomb)
    names = [photos.name(number) for number in range(6)]
    listed = PhotoList(launch(server.serve_photos(len(names))), names)
    for row in (0, 1, 2):
        listed.wait_for_state(row, "failed to load: .*more scans than any photo")
    for row in (3, 4, 5):
        listed.wait_for_state(row, "filtered$")
    page = activate(listed, 1, desktop)
    for number in (2, 3):
        page.key("Page_Down")
    page.wait_for(photos.name(3), width=240, within=5)
