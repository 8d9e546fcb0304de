"""A Piwigo gallery: found at its address alone, and read page by page as the list is scrolled towards its end."""

from support import photos, piwigo
from support.photo_list import PhotoList
from support.waiting import wait_until
from test_next_pages import wait_for_text

COUNT = 1100


def test_a_gallery_opens_by_its_address_and_reads_its_pages_at_the_end(server, launch, desktop, new_home):
    home = new_home()
    program = launch(piwigo.serve(server, COUNT), home=home)
    names = [photos.name(row) for row in range(COUNT)]
    listed = PhotoList(program, names[:500])
    listed.wait_until_found(0, photos.filtered(0))
    assert program.title(program.window()) == "127.0.0.1"
    wait_for_text(program, "500 photos so far")
    server.wait_until_quiet()
    assert piwigo.pages_asked(server) == [0]
    desktop.keyboard.focus(program.window())
    for page in (1, 2):
        desktop.keyboard.press("End")
        wait_until(lambda: piwigo.pages_asked(server) == list(range(page + 1)), 10,
                   lambda: f"page {page} is read: {piwigo.pages_asked(server)}")
        wait_for_text(program, f"1 of {min(COUNT, 500 * (page + 1)):,} selected")
    desktop.keyboard.press("End")
    PhotoList(program, names).wait_until_found(COUNT - 1, photos.filtered(COUNT - 1))
    server.wait_until_quiet()
    assert piwigo.pages_asked(server) == [0, 1, 2]
    # It is kept like other libraries.
    program.quit()
    program = launch("--new-window", home=home)
    wait_until(lambda: any(name == "Forget “127.0.0.1”" for _, _, name in program.accessible().walk(prune=())), 10,
               lambda: program.accessible().describe())
