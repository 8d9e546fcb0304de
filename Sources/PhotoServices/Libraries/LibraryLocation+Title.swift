import PhotoCore

extension LibraryLocation {
    /// The server's name, for a person.
    var server: String { (interface.host ?? "") + (interface.port.map { ":\($0)" } ?? "") }

    /// What the part is called, for a person.
    var title: String {
        switch part {
        case .timeline: return server
        case .favourites: return localized("Favourites")
        case .albums: return localized("Albums")
        case .people: return localized("People")
        case .places: return localized("Places")
        case .folders: return localized("Folders")
        case .place(let name): return name
        case .folder(let path): return path.split(separator: "/").last.map(String.init) ?? path
        case .album(_, let name), .person(_, let name): return name.isEmpty ? server : name
        case .search(let text): return localized("“\(text)” at \(server)")
        }
    }
}
