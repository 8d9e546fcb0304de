"""Real WebDAV servers with photos as cameras write them."""

import shutil

import pytest

from support import camera_files, dav_servers
from support.dav_servers import Apache, Rclone
from support.homes import filtered_by


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    for path in camera_files.paths():
        shutil.copy(path, folder)
    return folder


@pytest.mark.parametrize("kind, options", [(Apache, ()), (Rclone, (False,))])
def test_rows_show_photos_of_cameras_by_their_beginnings(tmp_path, folder, launch, new_home, kind, options):
    if dav_servers.missing():
        pytest.skip(f"not installed: {dav_servers.missing()}")
    server = kind(tmp_path / "server", folder, *options).start()
    try:
        program = launch(server.address, home=filtered_by("none", new_home()))
        camera_files.expect_rows(program, server.listed(folder))
        if kind is not Rclone:
            camera_files.expect_few_bytes([
                (path.removeprefix("/"), int(count)) for method, path, _, count, _ in server.requests()
                if method == "GET"])
    finally:
        server.end()
