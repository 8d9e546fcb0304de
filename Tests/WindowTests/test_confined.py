"""Decoding in workers: what is shown, what breaks, what is left behind."""

import io
import os
import re
import signal
import subprocess
import tarfile
from pathlib import Path

import numpy
import pytest
from PIL import Image, ImageCms

from support import photos, replies
from support.confinement import hostile, without, workers, zombies
from support.finding import says
from support.homes import filtered_by, with_documents
from support.photo_list import PhotoList
from support.photo_page import activate
from support.printing import print_photo
from support.program import path
from support.saving import export
from support.waiting import wait_until

SAMPLES = Path(__file__).resolve().parents[1] / "Samples/Pictures"
# Libraries that only workers may map. Every GTK program maps some others: GTK links GdkPixbuf, libjpeg, libpng and
# libtiff (which links libwebp), and draws the theme's icons with librsvg.
LIBRARIES = re.compile(
    r"pixbufloader-(?!svg)|libturbojpeg|liblcms|libheif|libde265|libaom|libdav1d|libavif|libgexiv2|libexiv2|libarchive"
    r"|libqpdf")


def descriptors(program):
    return len(list(Path(f"/proc/{program.pid}/fd").iterdir()))


def is_running(process):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@pytest.fixture
def open_confined(server, launch, new_home):
    """Opens a catalogue of these replies, one per row, unfiltered; the other rows have the server's own photos."""
    def open_confined(*served, count=0, home=None, **options):
        for number, reply in enumerate(served):
            server.on(photos.path(number), reply)
        count = max(count, len(served))
        program = launch(server.serve_photos(count), home=filtered_by("none", home or new_home()), **options)
        return program, PhotoList(program, [photos.name(number) for number in range(count)])
    return open_confined


def picture(kind, **options):
    file = io.BytesIO()
    Image.fromarray(numpy.full((60, 90, 3), 77, dtype=numpy.uint8)).save(file, kind, **options)
    return file.getvalue()


def test_the_program_reads_no_picture_with_a_library_of_its_own(open_confined, new_home, desktop, tmp_path):
    frames = [Image.new("L", (300, 200), grey) for grey in (90, 180)]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=20, loop=0)
    exif = Image.Exif()
    exif[0x0110] = "Canon EOS R5"
    colours = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    served = [replies.of(picture("JPEG", exif=exif, icc_profile=colours))]
    served += [replies.of((SAMPLES / f"swapped.{end}").read_bytes(), f"image/{end}") for end in ("avif", "heic")]
    served += [replies.of(picture(kind), f"image/{kind.lower()}") for kind in ("PNG", "TIFF", "WEBP", "BMP")]
    served.append(replies.of(moving.getvalue(), "image/gif"))
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><text y="40">Text</text></svg>'
    served.append(replies.of(drawing, "image/svg+xml"))
    home = new_home()
    documents = with_documents(home)
    program, listed = open_confined(*served, home=home)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    page = activate(listed, 0, desktop)
    for number in range(len(served)):
        page.wait_for(photos.name(number))
        page.key("Page_Down")
    wait_until(lambda: {"photos", "drawings"} <= set(workers(program).values()), 10,
               lambda: f"the drawing has a worker of its own: {workers(program)}")
    reads_alone(program)

    # What a camera wrote, an export and a print.
    page.close()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    page.key("F9")
    says(program, "Canon EOS R5")
    export(program, tmp_path / "export.jpg")
    says(program, "Exported as “export.jpg”")
    assert Image.open(tmp_path / "export.jpg").getexif().get(0x0110) == "Canon EOS R5"
    reads_alone(program)
    print_photo(program, documents, photos.path(0))
    # GTK's dialog for printing loads what asks the printers for their colours, which links Little CMS.
    reads_alone(program, but="liblcms")


def reads_alone(program, but=None):
    mapped = Path(f"/proc/{program.pid}/maps").read_text()
    assert set(LIBRARIES.findall(mapped)) <= {but}, mapped
    # The pattern matches the libraries of workers.
    assert any(LIBRARIES.search(Path(f"/proc/{worker}/maps").read_text()) for worker in workers(program))


def test_an_archive_is_read_by_a_worker_and_not_by_the_program(launch, tmp_path):
    names = [f"photo {number}.jpg" for number in range(3)]
    with tarfile.open(tmp_path / "trip.tar.gz", "w:gz") as packed:
        for number, name in enumerate(names):
            member, content = tarfile.TarInfo(name), photos.jpeg(number)
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    program = launch(str(tmp_path / "trip.tar.gz"))
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    readers = [worker for worker, kind in workers(program).items() if kind == "archives"]
    assert any("libarchive" in Path(f"/proc/{worker}/maps").read_text() for worker in readers)
    reads_alone(program)


def test_a_list_a_page_and_an_animation_show_what_they_are_to_show(open_confined, desktop):
    frames = [Image.new("L", (300, 200), grey) for grey in (90, 180)]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=20, loop=0)
    program, listed = open_confined(replies.of(moving.getvalue(), "image/gif"), count=100)
    listed.wait_until_done()
    listed.wait_until_found(1, photos.unfiltered(1))
    for row in (2, 3):
        listed.wait_until_shown(row, photos.unfiltered(row))
    page = activate(listed, 0, desktop)
    seen = set()

    def both():
        shown = page.pixels()
        middle = shown[shown.shape[0] // 2 - 2:shown.shape[0] // 2 + 2, shown.shape[1] // 2 - 2:shown.shape[1] // 2 + 2]
        seen.update(grey for grey in (90, 180) if numpy.abs(middle - grey).max(axis=2).min() <= 2)
        return len(seen) == 2
    wait_until(both, 10, lambda: f"both frames are seen, not only {seen}", every=0.01)
    page.key("Page_Down")
    page.wait_for(photos.name(1), width=photos.SIZE[0])
    page.wait_until_shows(photos.painted(1), alike=3)


def test_a_bomb_costs_one_row_and_no_time_of_the_others(open_confined):
    effects = '<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="20"/>' * 3000
    bomb = (f'<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><filter id="f">{effects}</filter>'
            '<rect width="800" height="800" filter="url(#f)"/></svg>')
    program, listed = open_confined(replies.of(bomb.encode(), "image/svg+xml"), count=5)
    for row in range(1, 5):
        listed.wait_for_state(row, "filtered$")
    listed.wait_for_state(0, r"failed to load: .*(stopped after \d+ seconds|memory)", within=40)
    wait_until(lambda: "drawings" not in workers(program).values(), 5, "its worker is gone")


def test_a_crash_is_said_and_not_repeated_until_retry(open_confined, hostile_decoder):
    program, listed = open_confined(
        hostile("crash"), hostile("abort"), hostile("exit"), hostile("environment"), **hostile_decoder)
    for row in range(3):
        listed.wait_for_state(row, "failed to load: The picture made its decoder crash")
    # Other pictures are still decoded: this one reports what the hostile decoder sees.
    listed.wait_for_state(3, "failed to load: .*LANG")
    before = workers(program)
    listed.retry(0).do()
    listed.wait_for_state(0, "failed to load: The picture made its decoder crash")
    wait_until(lambda: before.keys() - workers(program).keys(), 5, "Retry makes a worker crash again")


def test_photos_that_take_long_to_decode_are_given_up_when_scrolled_away_and_the_list_goes_on(
        open_confined, hostile_decoder, server):
    # More of them than workers, each for ten seconds.
    slow = range(8)
    program, listed = open_confined(*[hostile("sleep")] * len(slow), count=1_000, **hostile_decoder)
    wait_until(lambda: len([each for each in server.asked() if each.number in slow and each.finished]) >= 6,
               10, "photos are downloaded")
    states = [state for row, state in listed.states().items() if row in slow]
    assert not any("filtered" in state or "failed" in state for state in states), states
    listed.wheel_to(100)
    listed.wait_until_done(within=6)


def test_a_decoder_that_is_killed_midway_costs_one_photo(open_confined, hostile_decoder):
    program, listed = open_confined(hostile("sleep"), hostile("environment"), **hostile_decoder)
    listed.wait_for_state(1, "failed to load: .*LANG", within=30)
    # A busy machine may start a worker so late that the other one has been silent for too long.
    if "stopped" in listed.all_states()[0]:
        listed.retry(0).do()
    listed.wait_for_state(0, "filtering|waiting|downloading")
    # Kills all workers, including the one with the picture.
    for worker in workers(program):
        os.kill(worker, signal.SIGKILL)
    listed.wait_for_state(0, "failed to load: The system ended the picture’s decoder")
    assert all(is_running(worker) for worker in workers(program)), "another worker is prepared"


def test_workers_that_are_killed_at_rest_are_replaced_unseen(open_confined, desktop):
    program, listed = open_confined(count=300)
    listed.wait_until_done()
    for _ in range(3):
        killed = list(workers(program))
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: not any(is_running(worker) for worker in killed), 5, "the workers have ended")
        desktop.pointer.move(*listed.middle())
        desktop.pointer.wheel(notches=20)
        assert set(listed.wait_until_done().values()) == {"filtered"}


def test_no_worker_outlives_the_program_however_it_ends(open_confined):
    for end in ("kill", "end"):
        program, listed = open_confined(count=30)
        listed.wait_until_done()
        left = list(workers(program))
        assert left
        if end == "kill":
            program.kill()
        else:
            program.process.end()
        wait_until(lambda: not any(is_running(worker) for worker in left), 5, f"the workers are gone after {end}")


def test_crashes_leave_no_descriptor_and_no_process(open_confined, hostile_decoder):
    count = 120
    served = [hostile(f"crash {number}") for number in range(count)]
    program, listed = open_confined(*served, **hostile_decoder)
    for row in range(4):
        listed.wait_for_state(row, "failed to load: The picture made its decoder crash")
    before = descriptors(program)
    for row in range(10, count - 10, 10):
        listed.wheel_to(row)
        listed.wait_until_done()
    wait_until(lambda: descriptors(program) <= before + 6, 10,
               lambda: f"{before} descriptors stay {before}, not {descriptors(program)}")
    assert len(workers(program)) <= (os.cpu_count() or 1) + 4
    wait_until(lambda: not zombies(program), 10, lambda: f"no worker stays a zombie: {zombies(program)}")


def fences(within=(), **variables):
    """What the version says of the decoders."""
    said = subprocess.run(
        [*within, path(), "--version", "--verbose"], env={**os.environ, **variables}, capture_output=True, text=True,
        check=True).stdout
    lines = [line for line in said.splitlines() if line.startswith("Decoding in ")]
    assert len(lines) == 1, said
    return lines[0]


def test_the_version_says_what_confines_the_decoders():
    assert re.match("Decoding in workers: .*system calls filtered", fences())
    assert fences(CLASSIC_PHOTOS_CONFINED="0") == "Decoding in this process"


# A user namespace of its own, in which no further one can be made.
NO_USER_NAMESPACES = (
    "unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-euc",
    "echo 0 > /proc/sys/user/max_user_namespaces; ! unshare --user true 2> /dev/null; exec \"$@\"", "sh")


@pytest.mark.skipif(subprocess.run([*NO_USER_NAMESPACES, "true"], capture_output=True).returncode != 0,
                    reason="this kernel lets nobody switch them off")
def test_where_user_namespaces_are_switched_off_all_fences_stand(open_confined):
    assert fences(NO_USER_NAMESPACES) == fences()
    program, listed = open_confined(count=5, within=NO_USER_NAMESPACES)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    assert workers(program)


@pytest.mark.parametrize("call, missing", [
    ("landlock", "this kernel has no Landlock"), ("seccomp", "this kernel filters no system calls")])
def test_where_the_kernel_lacks_a_fence_the_others_stand_and_it_says_so(open_confined, desktop, call, missing):
    usual = fences().removeprefix("Decoding in workers: ").split(", ")
    assert len(usual) == 3
    wanted = ", ".join(missing if number == ["landlock", "seccomp"].index(call) else fence
                       for number, fence in enumerate(usual))
    assert fences(without(call)) == f"Decoding in workers: {wanted}"
    program, listed = open_confined(count=5, within=without(call))
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.unfiltered(0))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "Shift_L", "i")
    says(program, f"Decoding in workers: {wanted}")
