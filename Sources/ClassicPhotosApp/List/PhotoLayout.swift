import GtkBridge
import PhotoCore

/// A layout of photos: the differences between the list, the grid and the timeline.
@MainActor
protocol PhotoLayout: AnyObject {
    /// The list, the grid, or the timeline.
    var items: ItemsView { get }
    /// Its rows or cells.
    var factory: any BoundItems { get }
    /// The width and height of a picture, in points; the height alone where pictures have shapes of their own.
    var pictureSide: Int { get }
    /// Whether all rows have the same height, so that one row tells which photos will be on screen.
    var isEven: Bool { get }
    /// The shape of a row's picture.
    func shape(ofRow row: Int) -> TimelineRatio
    /// The distance from the upper edge of `items` to the visible part of the first row, at the top, in points.
    var inset: Double { get }
    /// The number of photos side by side in `width` points.
    func columns(forWidth width: Double) -> Int
    /// Fits it to a width in points; returns whether that changes anything.
    func fit(width: Double) -> Bool
    /// How many rows are added at a time, with this space in points.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions
}

extension PhotoLayout {
    var isEven: Bool { true }
    func shape(ofRow row: Int) -> TimelineRatio { .square }
}

/// Photos below each other, with their details.
@MainActor
final class ListLayout: PhotoLayout {
    let rows = RowFactory()
    var factory: any BoundItems { rows }
    let items: ItemsView
    /// The current side, in points.
    var pictureSide: Int {
        didSet {
            rows.forgetSpare()
            for case let row as PhotoRow in rows.boundRows { row.side = pictureSide }
        }
    }
    let inset = 0.0
    /// Whether the rows are of a phone's width.
    private(set) var isNarrow = false {
        didSet {
            guard isNarrow != oldValue else { return }
            rows.forgetSpare()
            for case let row as PhotoRow in rows.boundRows { row.isNarrow = isNarrow }
        }
    }

    /// An empty list with pictures of this side, in points.
    init(side: Int) {
        pictureSide = side
        items = ListView(factory: rows)
        items.addClass("photo-list")
        items.setAccessibleLabel(localized("Photos"))
    }

    func columns(forWidth width: Double) -> Int { 1 }

    /// Its place changes nothing; rows that do not touch the window's edges have round corners.
    func fit(width: Double) -> Bool {
        items.setClass("narrower", width > ListView.mostWidth)
        if width > 0 { isNarrow = width < RowStyle.narrowWidth }
        return false
    }

    /// Creating and laying out a row takes 0.6 to 0.8 ms of processor time, nearly all of it for its texts.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions {
        RowFeed.Portions(
            columns: 1,
            // The rows of a window of default size, then 3 ms of each frame's 16, so that all rows are there within a
            // second.
            first: 8, each: 4,
            // More rows than most screens show.
            screenful: 16,
            // More than GTK's list keeps bound (GTK_LIST_VIEW_MAX_LIST_ITEMS, 200).
            costly: 208)
    }
}

/// Photos in lines and columns, with their names.
@MainActor
final class GridLayout: PhotoLayout {
    let cells = RowFactory()
    var factory: any BoundItems { cells }
    let items: ItemsView
    private let grid: GridView
    let inset = Double(GridLayout.padding + GridLayout.margin)

    /// The space around each cell, in points; the padding adds it once around all cells, so that the gaps between
    /// pictures are as wide as those at the edges.
    static let margin = 6
    static let padding = 6

    /// The possible sides of a picture, in points. The smallest is that of a row. Up to the fourth, a camera's
    /// thumbnail (160 x 120) suffices (see Enlargement). Three pictures of the third fit side by side into a new
    /// window.
    static let sides = [80, 112, 140, 192, 256, 344]
    static let usualSide = 140

    /// The current side, in points.
    var pictureSide: Int {
        didSet {
            cells.forgetSpare()
            for case let cell as PhotoCell in cells.boundRows { cell.side = pictureSide }
            _ = fit(width: lastWidth)
        }
    }
    private var lastWidth = 0.0

    /// An empty grid with pictures of this side, for a future `width`; both in points.
    init(side: Int, width: Double) {
        pictureSide = side
        grid = GridView(factory: cells)
        items = grid
        grid.addClass("photo-grid")
        grid.setAccessibleLabel(localized("Photos"))
        _ = fit(width: width)
    }

    /// The next larger or smaller of `sides`; nil at the end.
    static func side(after side: Int, larger: Bool) -> Int? {
        larger ? sides.first { $0 > side } : sides.last { $0 < side }
    }

    /// The nearest of `sides`.
    static func nearest(to side: Int) -> Int { PictureSides.nearest(to: side, of: sides) ?? usualSide }

    private var cellWidth: Double { Double(pictureSide + 2 * Self.margin) }

    func columns(forWidth width: Double) -> Int {
        max(1, Int((width - Double(2 * Self.padding)) / cellWidth))
    }

    func fit(width: Double) -> Bool {
        guard width > 0 else { return false }
        lastWidth = width
        let columns = columns(forWidth: width)
        defer { grid.mostColumns = columns }
        return columns != grid.mostColumns
    }

    /// A cell has only one text, and takes half as long as a row.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions {
        let columns = columns(forWidth: width)
        let rows = Int((height / cellWidth).rounded(.up))
        return RowFeed.Portions(
            columns: columns, first: min(24, columns * rows), each: 8, screenful: columns * (rows + 1),
            // More than GTK's grid keeps bound (GTK_GRID_VIEW_MAX_VISIBLE_ROWS, 30, and the rows around its anchor).
            costly: 34 * columns)
    }
}
