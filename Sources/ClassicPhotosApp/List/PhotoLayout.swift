import GtkBridge

/// How photos are laid out: what differs between a list and a grid of them.
@MainActor
protocol PhotoLayout: AnyObject {
    /// The list, or the grid.
    var items: ItemsView { get }
    /// What makes its rows, or its cells.
    var factory: RowFactory { get }
    /// How wide and high a picture is, in points.
    var pictureSide: Int { get }
    /// How far the visible part of the first row lies below the upper edge of `items` at their top, in points.
    var inset: Double { get }
    /// How many photos lie side by side where there is room of `width` points.
    func columns(forWidth width: Double) -> Int
    /// Fits it to a width in points; answers whether that changes anything.
    func fit(width: Double) -> Bool
    /// How many rows it is given at a time, where it has a room of that many points.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions
}

/// Photos below each other, with what is known of them.
@MainActor
final class ListLayout: PhotoLayout {
    let factory = RowFactory()
    let items: ItemsView
    let pictureSide = RowStyle.pictureSide
    let inset = 0.0

    /// An empty list.
    init() {
        items = ListView(factory: factory)
        items.addClass("photo-list")
        items.setAccessibleLabel("Photos")
    }

    func columns(forWidth width: Double) -> Int { 1 }
    func fit(width: Double) -> Bool { false }

    /// To make and lay out a row takes 0.6 to 0.8 ms of the processor the first time, nearly all of it for its texts.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions {
        RowFeed.Portions(
            columns: 1,
            // What a window of the usual size shows; then 3 ms of each frame’s 16, so that all are there within a
            // second.
            first: 8, each: 4,
            // More rows than most screens show.
            screenful: 16,
            // As many as GTK’s list has bound (GTK_LIST_VIEW_MAX_LIST_ITEMS, 200), and some.
            costly: 208)
    }
}

/// Photos beside and below each other, with their names.
@MainActor
final class GridLayout: PhotoLayout {
    let factory = RowFactory()
    let items: ItemsView
    private let grid: GridView
    let inset = Double(GridLayout.padding + GridLayout.margin)

    /// Around each cell, in points; and around all of them once more, so that the gaps between pictures are as wide as
    /// those at the edges.
    static let margin = 6
    static let padding = 6

    /// The sides that a picture can have, in points. The smallest is a row’s. Up to the fourth a camera’s thumbnail
    /// (160 x 120) suffices (see Enlargement). Three of the third fit side by side into a new window.
    static let sides = [80, 112, 140, 192, 256, 344]
    static let usualSide = 140

    /// Which of them it has.
    var pictureSide: Int {
        didSet {
            factory.forgetSpare()
            for case let cell as PhotoCell in factory.boundRows { cell.side = pictureSide }
            _ = fit(width: lastWidth)
        }
    }
    private var lastWidth = 0.0

    /// An empty grid of pictures of that side, which will be `width` wide; both in points.
    init(side: Int, width: Double) {
        pictureSide = side
        grid = GridView(factory: factory)
        items = grid
        grid.addClass("photo-grid")
        grid.setAccessibleLabel("Photos")
        _ = fit(width: width)
    }

    /// The next larger or smaller of `sides`; nil where there is none.
    static func side(after side: Int, larger: Bool) -> Int? {
        larger ? sides.first { $0 > side } : sides.last { $0 < side }
    }

    /// The one of `sides` nearest to `side`.
    static func nearest(to side: Int) -> Int { sides.min { abs($0 - side) < abs($1 - side) } ?? usualSide }

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

    /// A cell has only one text, and takes half the time of a row.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions {
        let columns = columns(forWidth: width)
        let rows = Int((height / cellWidth).rounded(.up))
        return RowFeed.Portions(
            columns: columns, first: min(24, columns * rows), each: 8, screenful: columns * (rows + 1),
            // As many as GTK’s grid has bound (GTK_GRID_VIEW_MAX_VISIBLE_ROWS, 30, and those around its anchor), and
            // some.
            costly: 34 * columns)
    }
}
