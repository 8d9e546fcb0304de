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
            if isGrid { placing.handle(.resized(first: firstSpot)) }
            gridLayout.pictureSide = newValue
            if isGrid { handle(.movement) }
        }
    }

    /// The next larger or smaller side of the grid's pictures; nil where there is none.
    func gridSide(after side: Int, larger: Bool) -> Int? {
        larger ? GridLayout.sides.first { $0 > side } : GridLayout.sides.last { $0 < side }
    }

    /// Lays the photos out in another way: what is at the top stays there, what is selected stays so, and the row that
    /// has the keyboard keeps it.
    private func use(_ other: any PhotoLayout) {
        guard other !== layout else { return }
        placing.handle(.roomMade)
        // Not a row out of sight, to which the list would go.
        placing.handle(.layoutSwitched(first: firstSpot, focused: focusedOnScreen(wholly: false)))
        // One of the two has the rows: a record tells one of its changes.
        layout.items.setModel(nil)
        feed?.finish()
        layout = other
        _ = layout.fit(width: list.width)
        list.show(layout.items)
        travel.forget()
        if count > 0 {
            records.arrange(records.order, from: placing.start(inColumns: columns), revealing: 0, tellList)
        }
        layout.items.setModel(model)
        if count > 0 { begin() }
        handle(.passWanted)
    }

    /// The list has another width.
    func widthChanged() {
        // Not to wait for the list to come to rest, if it moves.
        afterLayout?.request()
        handle(.passWanted)
    }
}
