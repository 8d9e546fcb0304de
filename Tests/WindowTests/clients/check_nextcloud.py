"""Lets a client of others sign in to a stand-in for Nextcloud, and read its files, what the server knows of photos, and
its smaller pictures; prints the page for the browser, then the login.

Run by test_stand_ins.py, with the Python that has it: check_nextcloud.py ADDRESS.
"""

import hashlib
import struct
import sys

import xmltodict
from nc_py_api import Nextcloud
from nc_py_api.files import _files

FIRST, DAY = 1_714_564_800, 86_400
INNER, OTHER = "Am See & Söhne", "Photo 50% & more.jpg"

nextcloud = Nextcloud(nextcloud_url=sys.argv[1])
flow = nextcloud.loginflow_v2.init(user_agent="A client")
print(flow.login, flush=True)
login = nextcloud.loginflow_v2.poll(flow.token, timeout=20, overwrite_auth=False)
assert login.server == sys.argv[1], login
print(f"{login.login_name}:{login.app_password}")

# Files and folders.
person = Nextcloud(nextcloud_url=sys.argv[1], nc_auth_user=login.login_name, nc_auth_pass=login.app_password)
top = person.files.listdir()
files = [each for each in top if not each.is_dir]
assert [each.name for each in files] == ["Photo 000000.jpg", "Photo 000001.jpg", "Photo 000002.mp4"], files
assert [each.name for each in top if each.is_dir] == [INNER], top
inside = person.files.listdir(INNER)
assert [each.user_path for each in inside] == [f"{INNER}/{OTHER}"], inside
every = [*files, *inside]
assert len({each.file_id for each in [*top, *inside]}) == len(top) + len(inside), "two have one number"
assert all(each.info.fileid and each.info.last_modified.year == 2025
           and each.info.content_length == each.info.size and each.etag and each.is_readable for each in every), every
video = files[2]
assert [each.info.mimetype for each in every] == ["image/jpeg", "image/jpeg", "video/mp4", "image/jpeg"], every
contents = [person.files.download(each) for each in every]
for each, content in zip(every, contents):
    assert content.startswith(b"\xff\xd8") == (each is not video), each
    assert len(content) == each.info.content_length, each
    assert person.files.by_path(each.user_path).file_id == each.file_id
# The third is a video.
for wanted, found in (("%000001%", ["Photo 000001.jpg"]), ("%MORE%", [f"{INNER}/{OTHER}"]), ("%zebra%", []),
                      ("%000002%", [])):
    told = person.files.find(["and", "like", "mime", "image/%", "like", "name", wanted])
    assert [each.user_path for each in told] == found, told
    assert all(each.info.fileid and each.info.content_length for each in told), told

# What the client has no words of its own for is asked for and read by its means.
ASKED = ["d:getetag", "oc:fileid", "oc:checksums", "nc:has-preview", *(f"nc:metadata-photos-{name}" for name in (
    "original_date_time", "size", "ifd0", "exif", "gps", "place"))]


def told(path):
    """The groups of properties of one file, by their status: those that it has, and those that it has not."""
    root, address = _files.build_listdir_req(login.login_name, path, ASKED, _files.PropFindType.DEFAULT)
    answer = person._session.adapter_dav.request(
        "PROPFIND", address, data=_files.element_tree_as_str(root), headers={"Depth": "0"})
    assert answer.status_code == 207, answer
    groups = xmltodict.parse(answer.text)["d:multistatus"]["d:response"]["d:propstat"]
    groups = groups if isinstance(groups, list) else [groups]
    return {each["d:status"].split()[1]: each["d:prop"] for each in groups}


for number, (each, content) in enumerate(zip(every, contents)):
    groups = told(each.user_path)
    has, lacks = groups["200"], groups["404"]
    sums = dict(word.split(":") for word in has["oc:checksums"]["oc:checksum"].split())
    assert sums["SHA1"] == hashlib.sha1(content).hexdigest(), sums
    assert int(has["oc:fileid"]) == each.info.fileid
    assert int(has["nc:metadata-photos-original_date_time"]) == FIRST + DAY * number, has
    assert has["nc:metadata-photos-size"] == {"width": "240", "height": "160"}, has
    assert has["nc:metadata-photos-ifd0"] == {"Model": f"Camera {number}"}, has
    assert has["nc:metadata-photos-exif"] == {"ExposureTime": "10/2500", "FNumber": "28/10"}, has
    assert has["nc:metadata-photos-place"] == "Lisbon", has
    assert has["nc:has-preview"] == ("true" if number in (1, 2) else "false"), has
    assert list(lacks) == ["nc:metadata-photos-gps"], lacks
groups = told(INNER)
assert set(groups["200"]) == {"d:getetag", "oc:fileid"}, groups
assert "oc:checksums" in groups["404"] and "nc:metadata-photos-size" in groups["404"], groups



def size(picture):
    """Of a JPEG: its first frame tells it."""
    height, width = struct.unpack_from(">HH", picture, picture.index(b"\xff\xc0") + 5)
    return width, height


# Smaller pictures, never larger ones, and parts of files.
session = person._session.adapter
for number, each in enumerate(every):
    for side, sides in ((100, (100, 67)), (1000, (240, 160))):
        asked = {"fileId": each.info.fileid, "x": side, "y": side, "a": 1, "mimeFallback": "true"}
        smaller = session.get("/index.php/core/preview", params=asked)
        if number in (1, 2):
            assert smaller.status_code == 200 and smaller.headers["Content-Type"] == "image/jpeg", smaller
            assert size(smaller.content) == sides, size(smaller.content)
        else:
            assert smaller.status_code == 404, smaller
stranger = Nextcloud(nextcloud_url=sys.argv[1], nc_auth_user=login.login_name, nc_auth_pass="wrong")
assert stranger._session.adapter.get(
    "/index.php/core/preview", params={"fileId": every[1].info.fileid, "x": 9, "y": 9}).status_code == 401
part = person._session.adapter_dav.get(f"/files/{login.login_name}/{files[0].name}", headers={"Range": "bytes=2-9"})
assert part.status_code == 206 and part.content == contents[0][2:10], part
print("accepted")
