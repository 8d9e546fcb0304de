/// The events and actions of ``ListPlace``.
extension ListPlace {
    /// An entry, and how far its row's upper edge is above the position of the first row at the top, in points.
    package struct Spot: Sendable, Equatable {
        package var entry: Int
        /// The distance, in points.
        package var offset: Double

        package init(entry: Int, offset: Double) { (self.entry, self.offset) = (entry, offset) }
    }

    /// The position of the list after a change of rows.
    package enum Standing: Sendable, Equatable {
        case top
        /// The place of an entry, if it is among the rows; otherwise the top.
        case spot(Spot)
    }

    /// Another version of the open catalogue.
    package struct Version: Sendable {
        package let catalogue: Catalogue
        package let selected: EntrySet
        /// The entry whose row gets the focus; nil for none.
        let focused: Int?

        package init(catalogue: Catalogue, selected: EntrySet, focused: Int?) {
            (self.catalogue, self.selected, self.focused) = (catalogue, selected, focused)
        }
    }

    /// A change of the list, or a request.
    package enum Event: Sendable {
        /// Another catalogue is open. `isArranged`: its rows follow with `found`.
        case opened(isArranged: Bool)
        /// Another version of the catalogue replaces this one now. Around the preserved place, each entry moves by
        /// `shift`; nil without such a place.
        case replaced(shift: Int?, focused: Int?)
        /// Another version will be arranged, and gets this position with its rows.
        case replacing(Version, Standing)
        /// Other rows were requested, and get this position when they arrive.
        case asked(Standing)
        /// The rows to show. `extends`: they start with all current rows; `first` is the spot of the first row on
        /// screen, nil at the top.
        case found(RowOrder, extends: Bool, first: Spot?)
        /// The person stood here when the catalogue was open before; `focused` is the entry that had the focus.
        case restored(Spot, focused: Int?)
        /// Hidden rows were removed, or the new rows are needed at once.
        case roomMade
        /// The layout has changed; `first` is the first photo on screen, and `focused` the focused one, if on screen.
        case layoutSwitched(first: Spot?, focused: Int?)
        /// The size of photos has changed.
        case resized(first: Spot?)
        /// The list's length or its visible height has changed.
        case extentChanged
        /// A widget slides in or out above the list, which keeps this position meanwhile.
        case slides(Standing)
        /// The time of `hold` is over.
        case holdEnded
        case personMoves(Movement)
        /// The person goes to an entry.
        case wentTo(entry: Int)
        /// An entry's row should get the focus; nil for the list.
        case focusWanted(entry: Int?)
        /// The requested row has the focus.
        case focused(entry: Int)
        /// The page of a photo has closed, and the list should show that photo's row; nil if no row shows it.
        case cameBack(entry: Int?)
        /// The returned list has its layout, with the photo in that row, if any, on screen or not.
        case returnLaidOut(row: Int?, isOnScreen: Bool)
        case laidOut
    }

    /// What a person's hands do.
    package enum Movement: Sendable {
        /// A key moves the focus to a row nearby.
        case focus
        /// A wheel or a finger scrolls from where the list stands.
        case scroll
        /// A key or the scrollbar leads to a place, from wherever the list stands.
        case jump
    }

    /// An action for the list.
    package enum Action: Sendable {
        /// Add the new rows of the order.
        case extend(RowOrder)
        /// Remove the hidden rows, then send `roomMade`.
        case makeRoom
        /// Show these rows instead of all others, from row `start` on; of that version of the catalogue, if given.
        case show(RowOrder, from: Int, Version?)
        /// Set the scroll position, in points.
        case scroll(to: Double)
        /// Let GTK scroll a row onto the screen.
        case reveal(row: Int)
        /// Focus an entry's row, if it exists; then send `focused`.
        case focus(entry: Int)
        case focusList
        /// Send `laidOut` after the next layout.
        case awaitLayout
        /// Send `returnLaidOut` after the next layout.
        case awaitReturn
        /// The return is complete: the row takes the focus, unless there was another request.
        case endReturn(takesKeyboard: Bool)
        /// The rows on screen may have changed.
        case look
        /// Send `holdEnded` after this many milliseconds.
        case hold(milliseconds: Int)
    }
}
