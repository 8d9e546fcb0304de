"""Starting, at the worst of moments."""

from support import photos, preloaded
from support.photo_list import PhotoList


def test_the_program_starts_also_when_two_threads_meet_in_glibs_type_system(server, launch, tmp_path):
    program = launch(server.serve_photos(3), **preloaded.build("type_race.c", tmp_path))
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
