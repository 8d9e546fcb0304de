"""Photos moved to the trash, and restored."""

import re

from support import pages, photos, preloaded
from support.accessibility import FOCUSED
from support.albums import expect, fill, home_of, in_trash, open_photo
from support.dialogs import Dialog
from support.finding import says
from support.photo_list import PhotoList
from support.waiting import wait_until


def test_an_offer_on_its_way_out_takes_no_press_that_would_come_to_nothing(launch, desktop, tmp_path, new_home):
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home_of(new_home)[0])
    listed = PhotoList(program, ["1.jpg", "2.jpg", "3.jpg"])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: “1.jpg”")
    desktop.pause(1)
    desktop.keyboard.press("Delete")

    def offered():
        """The buttons of all offers, as soon as the new one exists."""
        seen = [(role, name) for _, role, name in program.accessible().walk()]
        return [name for role, name in seen if role == "button" and "Undo" in name] if any(
            role == "label" and "“2.jpg”" in name for role, name in seen) else None
    assert len(wait_until(offered, 10, "it offers to undo the second", every=0.001)) == 1
    program.accessible().get("button", lambda name: "Undo" in name).do()
    expect(program, ["2.jpg", "3.jpg"])


def test_a_photo_is_thrown_away_from_its_page_which_shows_the_next_and_brought_back(
        launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg", "3.jpg"], row=1)
    page.key("Delete")
    says(program, "Moved to trash: “2.jpg”")
    page.wait_for("3.jpg")
    assert not (album / "2.jpg").exists() and in_trash(data) == ["2.jpg"]
    # The list behind it follows.
    says(program, "2 photos")
    page.key("Delete")
    page.wait_for("1.jpg")
    page.key("Delete")
    wait_until(lambda: page.canvas() is None, 10, "without photos the list is shown again")
    # A folder that has become empty is no failure.
    says(program, "Show the Demo")
    assert len(program.windows()) == 1
    assert in_trash(data) == ["1.jpg", "2.jpg", "3.jpg"] and not list(album.iterdir())

    says(program, "Moved to trash: “1.jpg”")
    # A disappearing toast offers nothing any more: the remaining one is that of the last photo.
    program.accessible().get("button", lambda name: "Undo" in name).do()
    expect(program, ["1.jpg"])
    page.key("Control_L", "z")
    expect(program, ["1.jpg", "3.jpg"])
    page.key("Control_L", "z")
    expect(program, ["1.jpg", "2.jpg", "3.jpg"])
    assert (album / "2.jpg").read_bytes() == photos.jpeg(2)
    assert in_trash(data) == [] and not list((data / "Trash" / "info").iterdir())


def test_the_details_stay_those_of_the_photo_when_the_one_before_it_is_thrown_away(launch, desktop, tmp_path, new_home):
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home_of(new_home)[0])
    program.resize(1000, 800)
    page = open_photo(program, ["1.jpg", "2.jpg", "3.jpg"], row=1)
    page.key("F9")
    page.key("Delete")
    page.wait_for("3.jpg")
    # The list behind it follows, and has no third entry any more.
    says(program, "2 photos")
    page.key("F9")
    page.key("F9")
    wait_until(lambda: str(album / "3.jpg") in program.accessible().texts(), 5,
               lambda: f"the details are those of 3.jpg: {program.accessible().texts()}")


def test_selected_photos_are_thrown_away_together_and_the_next_is_selected(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3, 4, 5])
    program = launch(str(album), home=home)
    listed = PhotoList(program, [f"{number}.jpg" for number in (1, 2, 3, 4, 5)])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "Down")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "3 selected")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: 3 photos")
    expect(program, ["4.jpg", "5.jpg"])
    assert in_trash(data) == ["1.jpg", "2.jpg", "3.jpg"]
    says(program, "1 selected")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: “4.jpg”")
    expect(program, ["5.jpg"])
    desktop.keyboard.press("Control_L", "z")
    expect(program, ["4.jpg", "5.jpg"])
    desktop.keyboard.press("Control_L", "z")
    expect(program, [f"{number}.jpg" for number in (1, 2, 3, 4, 5)])
    assert in_trash(data) == []


def expect_focus(listed, name):
    def focused():
        return next(
            (each.name.rsplit(", ", 1)[0] for each in listed.objects().values() if each.has_state(FOCUSED)), None)
    wait_until(lambda: focused() == name, 10, lambda: f"{name} has the focus, not {focused()}", every=0.05)


def thrown_away(program, desktop, name, left):
    desktop.keyboard.press("Delete")
    says(program, f"Moved to trash: “{name}”")
    expect(program, left)
    return PhotoList(program, left) if left else None


def brought_back(program, desktop, name, there):
    desktop.keyboard.press("Control_L", "z")
    says(program, f"“{name}” restored")
    expect(program, there)
    return PhotoList(program, there)


def test_in_the_list_the_next_photo_takes_the_keyboard_and_undo_gives_it_back(launch, desktop, tmp_path, new_home):
    home, _ = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3, 4])
    names = [f"{number}.jpg" for number in (1, 2, 3, 4)]
    program = launch(str(album), home=home)
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    expect_focus(listed, "2.jpg")
    listed = thrown_away(program, desktop, "2.jpg", ["1.jpg", "3.jpg", "4.jpg"])
    expect_focus(listed, "3.jpg")
    listed = brought_back(program, desktop, "2.jpg", names)
    expect_focus(listed, "2.jpg")
    # The last photo is replaced by the one before.
    desktop.keyboard.press("End")
    expect_focus(listed, "4.jpg")
    listed = thrown_away(program, desktop, "4.jpg", ["1.jpg", "2.jpg", "3.jpg"])
    expect_focus(listed, "3.jpg")
    listed = thrown_away(program, desktop, "3.jpg", ["1.jpg", "2.jpg"])
    expect_focus(listed, "2.jpg")
    listed = brought_back(program, desktop, "3.jpg", ["1.jpg", "2.jpg", "3.jpg"])
    expect_focus(listed, "3.jpg")
    listed = brought_back(program, desktop, "4.jpg", names)
    expect_focus(listed, "4.jpg")


def test_photos_thrown_away_from_the_top_leave_the_keyboard_with_the_next_each_time(
        launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    left = [f"{number}.jpg" for number in (1, 2, 3, 4, 5)]
    program = launch(str(fill(tmp_path / "album", [1, 2, 3, 4, 5])), home=home)
    listed = PhotoList(program, left)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    for number in (1, 2, 3):
        expect_focus(listed, f"{number}.jpg")
        left = left[1:]
        listed = thrown_away(program, desktop, f"{number}.jpg", left)
    expect_focus(listed, "4.jpg")
    assert in_trash(data) == ["1.jpg", "2.jpg", "3.jpg"]


def test_several_come_back_selected_as_they_were_thrown_away(launch, desktop, tmp_path, new_home):
    home, _ = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3, 4])
    names = [f"{number}.jpg" for number in (1, 2, 3, 4)]
    program = launch(str(album), home=home)
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "2 selected")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: 2 photos")
    expect(program, ["1.jpg", "4.jpg"])
    expect_focus(PhotoList(program, ["1.jpg", "4.jpg"]), "4.jpg")
    says(program, "1 selected")
    desktop.keyboard.press("Control_L", "z")
    expect(program, names)
    expect_focus(PhotoList(program, names), "2.jpg")
    says(program, "2 selected")


def test_on_the_page_undo_shows_the_photo_again(launch, desktop, tmp_path, new_home):
    home, _ = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    names = ["1.jpg", "2.jpg", "3.jpg"]
    program = launch(str(album), home=home)
    page = open_photo(program, names, row=1)
    for thrown, left, then in [("2.jpg", ["1.jpg", "3.jpg"], "3.jpg"), ("3.jpg", ["1.jpg", "2.jpg"], "2.jpg")]:
        page.key("Delete")
        says(program, f"Moved to trash: “{thrown}”")
        page.wait_for(then)
        expect(program, left)
        page.key("Control_L", "z")
        says(program, f"“{thrown}” restored")
        page.wait_for(thrown)
        expect(program, names)
        page.key("n")
        page.wait_for("3.jpg")
    page.close()
    expect_focus(PhotoList(program, names), "3.jpg")


def test_pictures_named_one_by_one_leave_their_list_and_come_back_to_it(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(*[str(album / f"{number}.jpg") for number in (3, 1, 2)], home=home)
    listed = PhotoList(program, ["3.jpg", "1.jpg", "2.jpg"])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: “1.jpg”")
    expect(program, ["3.jpg", "2.jpg"])
    desktop.keyboard.press("Control_L", "z")
    says(program, "“1.jpg” restored")
    expect(program, ["3.jpg", "1.jpg", "2.jpg"])


def test_what_cannot_be_thrown_away_stays_and_says_why(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1])
    program = launch(str(album / "1.jpg"), home=home)
    PhotoList(program, ["1.jpg"]).wait_until_done()
    (data / "Trash").write_text("no folder")
    page = open_photo(program, ["1.jpg"])
    page.key("Delete")
    said = Dialog(program, "Oops!").texts()
    assert any("1.jpg" in text and "It stays" in text for text in said), said
    assert (album / "1.jpg").read_bytes() == photos.jpeg(1)


def test_in_the_place_of_another_file_nothing_is_brought_back(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg"])
    page.key("Delete")
    says(program, "Moved to trash")
    (album / "1.jpg").write_bytes(photos.jpeg(7))
    page.wait_for("2.jpg")
    page.key("Control_L", "z")
    said = Dialog(program, "Oops!").texts()
    assert any("It stays in the trash" in text for text in said), said
    assert (album / "1.jpg").read_bytes() == photos.jpeg(7) and in_trash(data) == ["1.jpg"]


def test_what_is_on_the_network_is_not_offered_to_the_trash(launch, server, desktop):
    program = launch(server.serve_photos(3))
    page = open_photo(program, [photos.name(number) for number in range(3)])
    page.key("Delete")
    desktop.pause(0.5)
    page.wait_for(photos.name(0))
    assert not any("trash" in text for text in program.accessible().texts())


RESTORED = re.compile("(?:“.*”|([0-9]+) photos) restored")


def test_undo_while_photos_are_thrown_away_brings_all_back_and_a_second_delete_changes_nothing(
        launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    names = [f"{number}.jpg" for number in range(10, 50)]
    album = fill(tmp_path / "album", range(10, 50))
    program = launch(str(album), home=home, **preloaded.build("slow_trash.c", tmp_path))
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    says(program, "40 selected")
    for _ in range(2):
        desktop.keyboard.press("Delete")
    wait_until(lambda: in_trash(data), 10, "the first is in the trash")
    desktop.keyboard.press("Control_L", "z")
    back = wait_until(lambda: next(filter(None, map(RESTORED.fullmatch, program.accessible().texts())), None), 10,
                      "it says how many had been moved")
    assert in_trash(data) == [] and len(list(album.iterdir())) == 40
    assert not list((data / "Trash" / "info").iterdir())
    expect(program, names)
    says(program, f"{back[1] or 1} selected")
    pages.wait_until_still(program)
    # A second Delete takes the keys when the first has ended: there is nothing to report, and it is as before.
    desktop.keyboard.press("Home")
    thrown_away(program, desktop, "10.jpg", names[1:])
    assert not [text for text in program.accessible().texts() if "any more" in text]
    brought_back(program, desktop, "10.jpg", names)
