import Foundation

/// Immich's interface: https://api.immich.app, which older servers have under other names.
extension LibraryLocation {
    /// The address of the list of its months. Servers before 1.133 require the unit in the question.
    package func months(forOldServers: Bool = false) -> URL? {
        url(of: "timeline/buckets?" + timeline(forOldServers))
    }

    /// The address of the list of a month's photos. The server calls the month `name`.
    package func month(_ name: String, forOldServers: Bool = false) -> URL? {
        url(of: "timeline/bucket?" + timeline(forOldServers) + "&timeBucket=" + Self.encoded(name))
    }

    /// The part of a library, and the server's name of the month, whose list is at an address. Nil for other addresses
    /// than those of ``month(_:forOldServers:)``.
    package static func month(ofListAt address: URL) -> (library: LibraryLocation, name: String)? {
        let text = address.absoluteString
        guard let list = text.range(of: "timeline/bucket?"),
            let interface = URL(string: String(text[..<list.lowerBound])),
            let library = LibraryLocation(.immich, interface: interface),
            let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems
        else { return nil }
        let value = { (name: String) in items.first { $0.name == name }?.value ?? "" }
        guard !value("timeBucket").isEmpty else { return nil }
        let (album, person) = (value("albumId"), value("personId"))
        let part: Part =
            isID(album)
            ? .album(id: album, name: "")
            : isID(person) ? .person(id: person, name: "") : value("isFavorite") == "true" ? .favourites : .timeline
        return (library.showing(part), value("timeBucket"))
    }

    /// The address of the list of the photos directly in a folder of the server.
    package func photos(inFolder path: String) -> URL? {
        url(of: "view/folder?path=" + Self.encoded(path))
    }

    /// What the server's own pages ask for: favourites and albums have archived photos as well, and only the timeline
    /// has those that partners share in it. A stack of photos is not asked for as one: each is within reach.
    private func timeline(_ isOld: Bool) -> String {
        let any = isOld ? "size=MONTH" : "order=desc"
        let shown = any + (isOld ? "&isArchived=false" : "&visibility=timeline")
        switch part {
        case .favourites: return any + "&isFavorite=true"
        case .album(let id, _): return any + "&albumId=" + id
        case .person(let id, _): return shown + "&personId=" + id
        case .timeline, .albums, .people, .places, .place, .folders, .folder, .search:
            return shown + "&withPartners=true"
        }
    }

    /// The ID of the photo or video at an address of the interface: `…/api/assets/ID/original`; nil for others.
    package func assetID(at url: URL) -> String? {
        guard kind == .immich else { return nil }
        let start = interface.absoluteString + "assets/"
        let text = url.absoluteString
        guard text.hasPrefix(start) else { return nil }
        let parts = text.dropFirst(start.count).prefix { $0 != "?" }.split(separator: "/")
        guard parts.count == 2, ["original", "thumbnail"].contains(parts[1]) else { return nil }
        return Self.isID(String(parts[0])) ? String(parts[0]) : nil
    }

    /// The address of what the server knows of an asset.
    package func facts(ofAsset id: String) -> URL? {
        url(of: "assets/" + id)
    }

    /// The address of the server's page about an asset.
    package func page(ofAsset id: String) -> URL? {
        url(of: "../photos/" + id)
    }

    /// The address of an asset's own file: a photo's or a video's.
    package func original(ofAsset id: String) -> URL? {
        url(of: "assets/" + id + "/original")
    }

    /// The address of an asset's picture of a screen's size.
    package func preview(ofAsset id: String) -> URL? {
        url(of: "assets/" + id + "/thumbnail?size=preview")
    }
}
