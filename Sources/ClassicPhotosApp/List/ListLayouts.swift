import GtkBridge
import PhotoCore

/// The list, the grid and the timeline, and the scrolled widget that shows one of them.
@MainActor
final class ListLayouts {
    /// The layouts. The raw value is stored in settings: never change one.
    enum Kind: String { case list, grid, timeline }

    /// The initial layout.
    @MainActor
    struct Appearance {
        var kind = Kind.list
        /// Whether the timeline's photos are squares.
        var isSquare = false
        /// The width of the list's pictures, in points.
        var rowSide = RowStyle.pictureSide
        /// The width of the grid's pictures, in points.
        var gridSide = GridLayout.usualSide
        /// The list's future width, in points.
        var width = Double(WindowSize.usual.width)
    }

    let scroller: ScrolledWindow
    let position: Adjustment
    private(set) var current: any PhotoLayout
    private let list: ListLayout
    private let grid: GridLayout
    let timeline: TimelineLayout
    /// Called with what is to be said of the focused row, whose photo has arrived or has failed.
    var onFocusedRow: (@MainActor (String) -> Void)?
    /// Called with the photo whose Retry button is pressed.
    var onRetry: (@MainActor (PhotoRecord) -> Void)?

    /// Layouts without rows. `filterName` returns the name of a photo's filter.
    init(_ appearance: Appearance, filterName: @escaping @MainActor (PhotoRecord) -> String) {
        list = ListLayout(side: appearance.rowSide)
        grid = GridLayout(side: appearance.gridSide, width: appearance.width)
        timeline = TimelineLayout(gridSide: appearance.gridSide, isSquare: appearance.isSquare)
        current = list
        switch appearance.kind {
        case .list: break
        case .grid: current = grid
        case .timeline: current = timeline
        }
        scroller = ScrolledWindow(items: current.items)
        scroller.expand(vertically: true)
        position = scroller.verticalAdjustment
        let binding: @MainActor () -> PhotoBinding = { [weak self] in
            PhotoBinding(filterName: filterName, onSettled: { self?.onFocusedRow?($0) }) { self?.onRetry?($0) }
        }
        list.rows.make = { [weak list] in
            let row = PhotoRow(side: list?.pictureSide ?? appearance.rowSide, binding())
            row.isNarrow = list?.isNarrow ?? false
            return row
        }
        grid.cells.make = { [weak grid] in PhotoCell(side: grid?.pictureSide ?? appearance.gridSide, binding()) }
        timeline.cells.make = {
            PhotoCell(side: RowStyle.pictureSide, binding(), isPictureOnly: true, isFree: true)
        }
        timeline.scroll = { [position] in position.value = $0 }
    }

    /// Sets how many rows there are, including those yet to be added.
    func countRows(_ total: @escaping @MainActor () -> Int) {
        for factory in [list.factory, grid.factory, timeline.factory] { factory.total = total }
    }

    var kind: Kind { current === timeline ? .timeline : current === grid ? .grid : .list }
    /// Where the rows are; nil unless the timeline is shown.
    var timelineGeometry: TimelineGeometry? { kind == .timeline ? timeline.geometry : nil }
    /// The width of the grid's pictures, in points.
    var gridSide: Int {
        get { grid.pictureSide }
        set {
            grid.pictureSide = newValue
            timeline.gridSide = newValue
        }
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

    /// The desktop's size of text is another.
    func textScaleChanged() {
        for factory in [list.rows, grid.cells] {
            factory.forgetSpare()
            for case let item as any PhotoItem in factory.boundRows { item.textScaleChanged() }
        }
        timeline.area.queueLayout()
    }

    func use(_ kind: Kind) {
        switch kind {
        case .list: current = list
        case .grid: current = grid
        case .timeline: current = timeline
        }
        _ = fit()
        scroller.show(current.items)
    }

    /// Calls `activated` with the number of a row on Enter or a double click, and `clicked` with the position of a
    /// click, in points of the scrolled widget. Where `clicksOnly` returns true, there are no double clicks, except on
    /// buttons.
    func onActivate(
        _ activated: @escaping @MainActor (Int) -> Void,
        clicksOnly: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        clicked: @escaping @MainActor (Double, Double) -> Void
    ) {
        for items in [list.items, grid.items, timeline.items] { items.onActivate(activated) }
        let clicked = { @MainActor [weak scroller] (x: Double, y: Double) in
            guard let scroller, !scroller.isOverBar(x) else { return }
            scroller.whenLaidOut { clicked(x, y) }
        }
        let takes = { @MainActor [weak scroller] (x: Double, y: Double) -> Bool in
            guard let scroller, !scroller.isOverBar(x), !scroller.hasButton(atX: x, y: y) else { return false }
            return clicksOnly(x, y)
        }
        scroller.onRapidClick(takes: takes, clicked)
        // Not of the items, which receive no events while they move. A busy program may read a click together with
        // the movement before it, when rows have no places yet.
        scroller.onClick(clicked)
    }
}
