"""Real WebDAV servers with photos as cameras write them."""

import shutil

import pytest

from support import camera_files
from support.dav_servers import Apache, Nginx, Rclone
from support.homes import filtered_by


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    for path in camera_files.paths():
        shutil.copy(path, folder)
    return folder


@pytest.mark.parametrize("kind, arguments", [(Apache, ()), (Nginx, ()), (Rclone, (False,))])
def test_rows_show_photos_of_cameras(serve_dav, folder, launch, new_home, kind, arguments):
    server = serve_dav(kind, folder, *arguments)
    program = launch(server.address, home=filtered_by("none", new_home()))
    camera_files.expect_rows(program, server.listed(folder))
