/// The elements around the place of a page that is read, as far as they tell a photo from an ornament.
struct PagePlaces {
    private struct Place {
        var hint = OrnamentEvidence.Hint(points: 0, reason: .element(.other))
        var isInText = false
        /// How many elements further in still belong to what stands for a folder.
        var folderDepth = 0

        /// The strongest counts.
        mutating func note(_ points: Int, _ reason: OrnamentEvidence.Reason) {
            if points > hint.points { hint = OrnamentEvidence.Hint(points: points, reason: reason) }
        }
    }
    private var places: [Place] = []
    /// Elements beyond the deepest that is stored.
    private var excess = 0

    /// HTMLGuard refuses pages that are deeper.
    private static let deepest = 5000
    /// A folder's element is at most as far above the folder's picture.
    private static let folderReach = 4

    /// What speaks against a picture here being a photo; nil for nothing.
    var hint: OrnamentEvidence.Hint? { places.last.flatMap { $0.hint.points > 0 ? $0.hint : nil } }
    /// Whether what is here stands for a folder.
    var isFolder: Bool { places.last.map { $0.folderDepth > 0 } ?? false }

    mutating func enter(_ element: PageElement, _ attributes: some MarkupAttributes) {
        guard places.count < Self.deepest else {
            excess += 1
            return
        }
        var place = places.last ?? Place()
        place.folderDepth = max(0, place.folderDepth - 1)
        place.note(PageOrnament.points(of: element, isInText: place.isInText), .element(element))
        switch element {
        case .whole: break
        case .article, .figure: place.isInText = true
        // Its own names count for it alone.
        case .image: note(attributes, &place, isPlace: false)
        default: note(attributes, &place, isPlace: true)
        }
        places.append(place)
    }

    private func note(_ attributes: some MarkupAttributes, _ place: inout Place, isPlace: Bool) {
        for name in [attributes.value(of: "class"), attributes.value(of: "id")] {
            guard let name, !name.isEmpty else { continue }
            // A header within a text may hold its photo.
            if isPlace, let hint = PageOrnament.hint(ofName: name, isOwn: false),
                !place.isInText || hint.points >= PageOrnament.enough
            {
                place.note(hint.points, hint.reason)
            }
            if PageOrnament.namesFolder(name) { place.folderDepth = Self.folderReach }
        }
    }

    mutating func leave() {
        if excess > 0 { excess -= 1 } else { _ = places.popLast() }
    }
}
