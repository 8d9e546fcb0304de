"""Starting, at the worst of moments."""

import subprocess
from pathlib import Path

from support.photo_list import PhotoList
from support import photos


def test_the_program_starts_also_when_two_threads_meet_in_glibs_type_system(server, launch, tmp_path):
    library = tmp_path / "type_race.so"
    source = Path(__file__).parent / "support" / "type_race.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    listed = PhotoList(launch(server.serve_photos(3), LD_PRELOAD=str(library)), [photos.name(n) for n in range(3)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
