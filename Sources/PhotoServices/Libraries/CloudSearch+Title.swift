import PhotoCore

extension CloudSearch {
    /// What it is called, for a person.
    package var title: String {
        switch wish {
        case .named(let text):
            let server = (interface.host ?? "") + (interface.port.map { ":\($0)" } ?? "")
            return localized("“\(text)” at \(server)")
        case .favourites: return localized("Favourites")
        case .albums: return localized("Albums")
        case .places: return localized("Places")
        }
    }
}
