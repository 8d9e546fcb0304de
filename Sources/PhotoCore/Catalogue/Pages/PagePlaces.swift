/// The elements around the place of a page that is read, as far as they tell a photo from an ornament.
struct PagePlaces {
    private struct Place {
        var points: Int
        var isInText: Bool
        /// How many elements further in still belong to what stands for a folder.
        var folderDepth: Int
    }
    private var places: [Place] = []
    /// Elements beyond the deepest that is stored.
    private var excess = 0

    /// HTMLGuard refuses pages that are deeper.
    private static let deepest = 5000
    /// A folder's element is at most as far above the folder's picture.
    private static let folderReach = 4

    /// Points against a picture here being a photo.
    var points: Int { places.last?.points ?? 0 }
    /// Whether what is here stands for a folder.
    var isFolder: Bool { places.last.map { $0.folderDepth > 0 } ?? false }

    mutating func enter(_ element: PageElement, _ attributes: some MarkupAttributes) {
        guard places.count < Self.deepest else {
            excess += 1
            return
        }
        var place = places.last ?? Place(points: 0, isInText: false, folderDepth: 0)
        place.folderDepth = max(0, place.folderDepth - 1)
        place.points = max(place.points, PageOrnament.points(of: element, isInText: place.isInText))
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
            if isPlace {
                let points = PageOrnament.points(ofName: name, isOwn: false)
                // A header within a text may hold its photo.
                place.points = max(place.points, place.isInText && points < PageOrnament.enough ? 0 : points)
            }
            if PageOrnament.namesFolder(name) { place.folderDepth = Self.folderReach }
        }
    }

    mutating func leave() {
        if excess > 0 { excess -= 1 } else { _ = places.popLast() }
    }
}
