import GtkBridge
import PhotoCore

/// The list and the grid, and the scrolled widget that shows one of them.
@MainActor
final class ListLayouts {
    /// The initial layout.
    @MainActor
    struct Appearance {
        var isGrid = false
        /// The width of the list's pictures, in points.
        var rowSide = RowStyle.pictureSide
        /// The width of the grid's pictures, in points.
        var gridSide = GridLayout.usualSide
        /// The list's future width, in points.
        var width = Double(PhotoWindow.defaultSize.width)
    }

    let scroller: ScrolledWindow
    let position: Adjustment
    private(set) var current: any PhotoLayout
    private let list: ListLayout
    private let grid: GridLayout
    /// Called with what is to be said of the focused row, whose photo has arrived or has failed.
    var onFocusedRow: (@MainActor (String) -> Void)?
    /// Called with the photo whose Retry button is pressed.
    var onRetry: (@MainActor (PhotoRecord) -> Void)?

    /// Layouts without rows. `filterName` returns the name of a photo's filter.
    init(_ appearance: Appearance, filterName: @escaping @MainActor (PhotoRecord) -> String) {
        list = ListLayout(side: appearance.rowSide)
        grid = GridLayout(side: appearance.gridSide, width: appearance.width)
        current = appearance.isGrid ? grid : list
        scroller = ScrolledWindow(items: current.items)
        scroller.expand(vertically: true)
        position = scroller.verticalAdjustment
        let binding: @MainActor () -> PhotoBinding = { [weak self] in
            PhotoBinding(filterName: filterName, onSettled: { self?.onFocusedRow?($0) }) { self?.onRetry?($0) }
        }
        list.factory.make = { [weak list] in PhotoRow(side: list?.pictureSide ?? appearance.rowSide, binding()) }
        grid.factory.make = { [weak grid] in PhotoCell(side: grid?.pictureSide ?? appearance.gridSide, binding()) }
    }

    /// Sets how many rows there are, including those yet to be added.
    func countRows(_ total: @escaping @MainActor () -> Int) {
        for factory in [list.factory, grid.factory] { factory.total = total }
    }

    var isGrid: Bool { current === grid }
    /// The width of the grid's pictures, in points.
    var gridSide: Int {
        get { grid.pictureSide }
        set { grid.pictureSide = newValue }
    }
    /// The width of the list's pictures, in points.
    var rowSide: Int {
        get { list.pictureSide }
        set { list.pictureSide = newValue }
    }
    /// The number of photos side by side.
    var columns: Int { current.columns(forWidth: scroller.width) }
    /// How many rows are added at a time.
    var portions: RowFeed.Portions { current.portions(forWidth: scroller.width, height: scroller.height) }

    /// Fits the layout to the current width; returns whether that changes anything.
    func fit() -> Bool { current.fit(width: scroller.width) }

    func use(grid isGrid: Bool) {
        current = isGrid ? grid : list
        _ = fit()
        scroller.show(current.items)
    }

    /// Calls `activated` with the number of a row on Enter or a double click, and `clicked` with the position of a
    /// click, in points of the scrolled widget.
    func onActivate(
        _ activated: @escaping @MainActor (Int) -> Void, clicked: @escaping @MainActor (Double, Double) -> Void
    ) {
        for items in [list.items, grid.items] { items.onActivate(activated) }
        // Not of the items, which receive no events while they move. A busy program may read a click together with
        // the movement before it, when rows have no places yet.
        scroller.onClick { [weak scroller] x, y in
            guard let scroller, !scroller.isOverBar(x) else { return }
            scroller.whenLaidOut { clicked(x, y) }
        }
    }
}
