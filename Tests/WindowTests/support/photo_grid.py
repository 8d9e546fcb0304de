"""The grid of photos in the window, as a person sees it. As in the list, the scrollbar tells which rows are on screen;
the grid's width tells the number of columns. The reported extents exclude the grid's padding, under which photos scroll
as well."""

import math
from dataclasses import dataclass
from pathlib import Path

from . import photos, pixels
from .accessibility import Gone
from .photo_list import PhotoList, View

PADDING = 6  # around the grid, and around each cell
USUAL_SIDE = 140  # of a picture
SIDES = [80, 112, 140, 192, 256, 344]


@dataclass
class GridView(View):
    """The grid's scroll position: its rows have `columns` photos."""

    columns: int

    def rows(self, hidden=1.0):
        """The photos with more than `hidden` pixels on screen. Their cells' margins are empty, and within the grid's
        padding they do not count."""
        first = math.floor((self.offset + hidden) / self.row_height)
        last = math.ceil((self.offset + self.height - hidden) / self.row_height) - 1
        return range(max(first, 0) * self.columns, min(self.count, (last + 1) * self.columns))

    def top_of(self, photo):
        return photo // self.columns * self.row_height

    def distance_from_middle(self, photo):
        cell = USUAL_SIDE + 2 * PADDING
        across = (photo % self.columns + 0.5) * cell - self.columns * cell / 2
        down = (photo // self.columns + 0.5) * self.row_height - (self.offset + self.height / 2)
        return math.hypot(across, down)


class PhotoGrid(PhotoList):
    """Reads the grid of a running program; its rows are photos, and `side` is the width of their pictures."""

    def __init__(self, program, names, side=USUAL_SIDE):
        self.side = side
        super().__init__(program, names)

    def _find(self):
        application = self.program.accessible()
        grid = application.find("grid", "Photos")
        if not grid or not grid.children():
            return None
        try:
            self._range = grid.scroll_range()
            self._list = grid
            view = self._view()
            return view and view.row_height > self.side
        except (Gone, LookupError, ValueError):
            return None

    def _read_view(self):
        _, _, width, height = self._list.extents()
        columns = max(1, width // (self.side + 2 * PADDING))
        rows = math.ceil(len(self.names) / columns)
        _, _, _, cell_height = self._list.children()[0].extents()
        maximum = self._range.maximum()
        row_height = maximum / rows if maximum > height else cell_height
        return GridView(self._range.value(), row_height, height, len(self.names), columns)

    def columns(self):
        return self.view().columns

    def middle_of(self, photo):
        """(x, y) on the screen of the middle of a photo's cell."""
        x, y, _, _ = self.extents()
        view, cell = self.view(), self.side + 2 * PADDING
        return (x + (photo % view.columns + 0.5) * cell,
                y + (photo // view.columns + 0.5) * view.row_height - view.offset)

    # Pixels

    def is_whole(self, photo):
        view = self.view()
        top = photo // view.columns * view.row_height - view.offset
        return top >= -PADDING and top + view.row_height <= view.height + PADDING

    def place_of(self, photo, offset=None):
        """(x, y) in the window of the photo's picture."""
        x, y = self._corner(photo, offset)
        return x + PADDING, y + PADDING

    def crop(self, place):
        return pixels.of_window(self.program.window(), *place, self.side, self.side)

    def _corner(self, photo, offset=None):
        view = self.view()
        x, y, _, _ = self._list.extents()
        frame_x, frame_y = self.program.frame_width()
        down = round(photo // view.columns * view.row_height - (view.offset if offset is None else offset))
        return x + frame_x + photo % view.columns * (self.side + 2 * PADDING), y + frame_y + down


def show_grid(program, names, side=USUAL_SIDE):
    """Switches with its key."""
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "2")
    return PhotoGrid(program, names, side)


def remembers(home, **settings):
    """A home in which the setting was made before."""
    folder = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{key.replace('_', '-')}={value}\n" for key, value in settings.items())
    (folder / "keyfile").write_text(f"[org/classicphotos/ClassicPhotos]\n{lines}")
    return home


def filtered(number, side=USUAL_SIDE):
    """The final picture of a test photo in the grid."""
    return photos.filtered(number, side)


def whole_photos(grid):
    return [photo for photo in grid.rows_on_screen() if grid.is_whole(photo)]
