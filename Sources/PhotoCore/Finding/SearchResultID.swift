/// Names a result of the desktop's search: a photo of an open catalogue, or a catalogue that is remembered. The desktop
/// keeps the text for as long as its search is open, and any program on the bus may send any text.
package enum SearchResultID: Equatable, Sendable {
    /// The entry of the catalogue in a window. `name` is the hash of its name: another catalogue may be open by then.
    case photo(window: Int, entry: Int, name: UInt64)
    /// The address of a catalogue, as the settings keep it.
    case catalogue(String)
    /// A photo of a catalogue that is remembered: the catalogue's address, and the photo's mark.
    case row(of: String, CataloguePlace.Mark)

    /// The result that `text` names; nil if it is none.
    package init?(_ text: String) {
        if text.hasPrefix("catalogue:") {
            self = .catalogue(String(text.dropFirst("catalogue:".count)))
            return
        }
        if text.hasPrefix("row:") {
            // The address comes last: it has colons.
            let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let entry = Int(parts[1]), (0..<Catalogue.maximumRowCount).contains(entry),
                let location = UInt64(parts[2], radix: 16)
            else { return nil }
            self = .row(of: String(parts[3]), .init(entry: entry, location: location))
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "photo", let window = Int(parts[1]), let entry = Int(parts[2]),
            let name = UInt64(parts[3], radix: 16), window >= 0, entry >= 0
        else { return nil }
        self = .photo(window: window, entry: entry, name: name)
    }

    package var text: String {
        switch self {
        case .photo(let window, let entry, let name): "photo:\(window):\(entry):\(String(name, radix: 16))"
        case .catalogue(let address): "catalogue:\(address)"
        case .row(let address, let mark): "row:\(mark.entry):\(String(mark.location, radix: 16)):\(address)"
        }
    }

    /// As many catalogues as come before the photos: the desktop shows about five results of one program, and a large
    /// catalogue that is open has as many photos as there may be for any word.
    private static let firstCatalogues = 2

    /// The first `most` of the results, in the order in which the desktop shows them: `rows` are photos of catalogues
    /// that are not open.
    package static func ordered(photos: [String], rows: [String], catalogues: [String], most: Int) -> [String] {
        let (first, others) = (catalogues.prefix(firstCatalogues), catalogues.dropFirst(firstCatalogues))
        let all = Array(first) + photos + rows + Array(others)
        return Array(all.prefix(most))
    }

    /// The FNV-1a hash of a name.
    package static func hash(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
