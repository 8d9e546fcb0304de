import GLibBridge
import GtkBridge
import PhotoCore

// As a list or as a grid, and how large.

extension PhotoListView {
    /// How photos are laid out at first.
    @MainActor
    struct Appearance {
        /// Whether as a grid.
        var isGrid = false
        /// How wide a picture of the grid is, in points.
        var gridSide = GridLayout.usualSide
        /// How wide the list will be, in points.
        var width = Double(PhotoWindow.defaultSize.width)
    }

    /// What rows do whose Retry is pressed: they are made before the list is.
    @MainActor
    final class Retry {
        var body: (@MainActor (PhotoRecord) -> Void)?
    }

    /// Whether the photos are laid out as a grid.
    var isGrid: Bool {
        get { layout === gridLayout }
        set { use(newValue ? gridLayout : rowLayout) }
    }

    /// How wide a picture of the grid is, in points; what is at the top stays there.
    var gridSide: Int {
        get { gridLayout.pictureSide }
        set {
            guard newValue != gridSide else { return }
            let standing = isGrid ? standingPlace : nil
            gridLayout.pictureSide = newValue
            guard isGrid else { return }
            stand(at: standing)
            handle(.movement)
        }
    }

    /// The next larger or smaller side of the grid's pictures; nil where there is none.
    func gridSide(after side: Int, larger: Bool) -> Int? {
        larger ? GridLayout.sides.first { $0 > side } : GridLayout.sides.last { $0 < side }
    }

    /// Lays the photos out in another way: what is at the top stays there, what is selected stays so, and the row that has
    /// the keyboard keeps it.
    private func use(_ other: any PhotoLayout) {
        guard other !== layout else { return }
        arrive()
        let standing = standingPlace
        // Not a row out of sight, to which the list would go.
        let focused = rows(between: 0, and: list.height).first(where: \.row.hasFocus)?.row.record.flatMap(records.entry)
        let hadFocus = list.hasFocus
        // One of the two has the rows: a record tells one of its changes.
        layout.items.setModel(nil)
        feed?.finish()
        layout = other
        _ = layout.fit(width: list.width)
        list.show(layout.items)
        travel.forget()
        wantedPosition = nil
        let start = standing.flatMap { records.row(ofEntry: $0.entry) } ?? 0
        if count > 0 { records.arrange(records.order, from: start - start % columns, revealing: 0, tellList) }
        layout.items.setModel(model)
        if count > 0 { begin() }
        stand(at: standing)
        if hadFocus { wantedFocus = focused ?? standing?.entry }
        handle(.lookWanted)
    }

    /// Where to stand once all is laid out anew.
    private func stand(at place: Place?) {
        guard let place else { return }
        wantedPlace = place
        stoodAt = place.entry
        afterLayout?.request()
    }

    /// The first photo on screen; if that is none but by a change of the layout, the one that was before.
    private var standingPlace: Place? {
        if let place = wantedPlace { return place }
        if let stoodAt, let row = records.row(ofEntry: stoodAt), let height = rowHeight,
            abs(position.value - Double(row / columns) * height) < 2
        {
            return Place(entry: stoodAt, offset: 0)
        }
        return place.map { Place(entry: $0.entry, offset: 0) }
    }

    /// The list has another width.
    func widthChanged() {
        // Not to wait for the list to come to rest, if it moves.
        afterLayout?.request()
        handle(.lookWanted)
    }
}
