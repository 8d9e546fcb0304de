"""Lists of files that other programs have written: playlists of slides, a shortcut to one."""

import pytest

from support import photos, replies
from support.photo_list import PhotoList

COUNT = 40


def m3u(address):
    """A playlist of photos with a name each, and a song."""
    entries = "".join(f"#EXTINF:5,{photos.name(number)}\r\n{address(number)}\r\n" for number in range(COUNT))
    return f"#EXTM3U\r\n#PLAYLIST:Slides\r\n#EXTINF:180,Song\r\nsong.mp3\r\n{entries}".encode()


def xspf(address):
    """The same in another format, with a cover for the song."""
    tracks = "".join(
        f"<track><location>{address(number)}</location><title>{photos.name(number)}</title></track>\n"
        for number in range(COUNT))
    return (f"""<?xml version="1.0" encoding="UTF-8"?><playlist version="1" xmlns="http://xspf.org/ns/0/">
        <title>Slides</title><trackList><track><location>song.mp3</location><image>cover.jpg</image></track>
        {tracks}</trackList></playlist>""").encode()


def check(program):
    listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(2, photos.filtered(2))


@pytest.mark.parametrize("name, playlist", [("show.m3u", m3u), ("show.xspf", xspf)])
def test_a_playlist_of_files_is_a_list_of_its_photos(name, playlist, launch, tmp_path):
    folder = tmp_path / "slides"
    (folder / "pics").mkdir(parents=True)
    for number in range(COUNT):
        (folder / "pics" / f"{number}.jpg").write_bytes(photos.jpeg(number))
    (folder / name).write_bytes(playlist(lambda number: f"pics/{number}.jpg"))
    check(launch(str(folder / name)))


def test_a_shortcut_opens_the_playlist_that_it_names(server, launch, tmp_path):
    server.on("/show", replies.of(xspf(lambda number: f"photos/{number}.jpg"), "application/xspf+xml"))
    shortcut = tmp_path / "Slides.url"
    shortcut.write_text(f"[InternetShortcut]\r\nURL={server.url('/show')}\r\n")
    check(launch(str(shortcut)))
