/// Where a person stood in a catalogue: the photo at the top of the screen, and the one with the focus.
package struct CataloguePlace: Sendable, Equatable, Codable {
    /// An entry, recognised again if the catalogue has changed meanwhile.
    package struct Mark: Sendable, Equatable, Codable {
        /// Its number, from 0.
        package let entry: Int
        /// A hash of its location: the location itself may contain a secret.
        package let location: UInt64

        package init(entry: Int, location: UInt64) { (self.entry, self.location) = (entry, location) }
    }

    /// The photo at the top.
    package let top: Mark
    /// How far its upper edge was above the top, in points.
    package let offset: Double
    /// The focused photo; nil if it was none on screen.
    package let focused: Mark?

    package init(top: Mark, offset: Double, focused: Mark?) {
        (self.top, self.offset, self.focused) = (top, offset, focused)
    }

    /// The place of this spot in `catalogue`; nil at its beginning, where newer photos may come first next time.
    package init?(_ spot: ListPlace.Spot, isAtTop: Bool, focused: Int?, in catalogue: Catalogue) {
        let focus = focused.flatMap { catalogue.mark(at: $0) }
        guard let top = catalogue.mark(at: spot.entry), !isAtTop || (focused ?? 0) > 0 else { return nil }
        self.init(top: top, offset: spot.offset, focused: focus)
    }

    /// The same, as far as numbers from a file can be used.
    var held: CataloguePlace? {
        guard Self.entries.contains(top.entry), offset.isFinite else { return nil }
        let focused = focused.flatMap { Self.entries.contains($0.entry) ? $0 : nil }
        return CataloguePlace(
            top: top, offset: min(max(offset, -Self.farthestOffset), Self.farthestOffset), focused: focused)
    }

    private static let entries = 0..<Catalogue.maximumRowCount
    /// More than any row is high, in points.
    private static let farthestOffset = 10_000.0
}

/// Finds a place again in a catalogue that is being read.
package struct PlaceReturn: Sendable {
    /// What to do with the list now.
    package enum Step: Sendable, Equatable {
        /// Nothing, now or later.
        case stay
        /// Nothing before more rows have arrived.
        case wait
        /// The photos are elsewhere: look for them in the whole catalogue, on a worker, with `find`.
        case search
        case go(ListPlace.Spot, focused: Int?)
    }

    private let place: CataloguePlace

    package init(to place: CataloguePlace) { self.place = place }

    /// The step for `catalogue` as far as it is read.
    package func step(in catalogue: Catalogue) -> Step {
        if catalogue.isAt(place.top), let focused = place.focused {
            if catalogue.isAt(focused) { return go(to: place.top.entry, focused: focused.entry) }
            return catalogue.isComplete ? .search : .wait
        }
        if catalogue.isAt(place.top) { return go(to: place.top.entry, focused: nil) }
        guard catalogue.isComplete else { return .wait }
        return catalogue.count == 0 ? .stay : .search
    }

    /// The step for a complete catalogue in which the photos may be anywhere. A photo that is gone leaves its place to
    /// the one that has its number. Takes some ten milliseconds among a million.
    package func find(in catalogue: Catalogue) -> Step {
        guard catalogue.count > 0 else { return .stay }
        let top = catalogue.row(of: place.top) ?? min(place.top.entry, catalogue.count - 1)
        return go(to: top, focused: place.focused.flatMap { catalogue.row(of: $0) })
    }

    private func go(to entry: Int, focused: Int?) -> Step {
        .go(ListPlace.Spot(entry: entry, offset: place.offset), focused: focused)
    }
}

extension Catalogue {
    /// The mark of a row; nil if there is none, or if its entry has no location.
    package func mark(at row: Int) -> CataloguePlace.Mark? {
        locationHash(at: row).map { CataloguePlace.Mark(entry: row, location: $0) }
    }

    fileprivate func isAt(_ mark: CataloguePlace.Mark) -> Bool { locationHash(at: mark.entry) == mark.location }

    /// The row with the location of `mark`: the nearest one.
    fileprivate func row(of mark: CataloguePlace.Mark) -> Int? {
        var found: Int?
        for row in 0..<count where locationHash(at: row) == mark.location {
            if let known = found, abs(known - mark.entry) <= abs(row - mark.entry) { break }
            found = row
        }
        return found
    }

    private func locationHash(at row: Int) -> UInt64? {
        guard (0..<count).contains(row) else { return nil }
        let (segment, place) = place(of: row)
        return segment.withText { text in
            segment.range(of: .location, at: place, in: text).map { StableHash.of(text[$0]) }
        }
    }
}
