import Foundation
import PhotoCore
import PhotoServices

/// What the sidebar offers: all libraries, each of them, and the parts of the one that is shown. A pure function of
/// what is remembered and shown.
struct SidebarPlaces: Equatable {
    /// A place that can be shown.
    struct Place: Equatable {
        enum Kind { case all, server, folder, favourites, albums, tags, people, places, folders }

        let kind: Kind
        let title: String
        let subtitle: String
        let address: String
    }

    private(set) var places: [Place] = []
    /// The place that is shown.
    private(set) var current: Int?

    /// Whether they are worth a sidebar: folders alone are not.
    var isUseful: Bool { places.contains { $0.kind == .server } || current.map { places[$0].kind == .all } ?? false }

    /// The places of `members`, when `shown` is the address of what the window shows, and `facts` says what it is.
    /// Servers do not have the lists that they have `refused`.
    init(
        _ members: [AllLibraries.Member], shown: String?, facts: CatalogueFacts?,
        refused: Set<CloudSearch.List> = []
    ) {
        let lines = facts?.lines ?? []
        if members.count > 1 {
            places.append(
                Place(kind: .all, title: localized("All Libraries"), subtitle: "", address: AllLibraries.address))
        }
        let library = shown.flatMap { URL(string: $0) }.flatMap { LibraryLocation($0) }
        let gallery = shown.flatMap { URL(string: $0) }.flatMap { GalleryAddress.part(at: $0) }
        let cloud = shown.flatMap { URL(string: $0) }.flatMap { CloudSearch(at: $0, .favourites) }
        // Of several folders of one person, the first has them.
        var hasCloudParts = false
        for member in members {
            let url = URL(string: member.address)
            let isFolder = url.flatMap { FolderLocation($0) } != nil
            let line = lines.first { $0.member.address == member.address }
            let text = RecentText(RecentCatalogue(address: member.address, title: member.name))
            places.append(
                Place(
                    kind: isFolder ? .folder : .server, title: text.title,
                    subtitle: line.map { Self.text(of: $0.state) } ?? text.subtitle, address: member.address))
            if let gallery, let own = url.flatMap({ GalleryAddress.part(at: $0) }), own.gallery == gallery.gallery {
                let parts: [(Place.Kind, String, String)] = [
                    (.favourites, localized("Favourites"), GalleryAddress.favourites),
                    (.albums, localized("Albums"), GalleryAddress.albums),
                    (.tags, localized("Tags"), GalleryAddress.tags),
                ]
                for (kind, title, part) in parts {
                    let address = gallery.gallery.absoluteString + part
                    places.append(Place(kind: kind, title: title, subtitle: "", address: address))
                }
            }
            if let cloud, let url, let own = CloudSearch(at: url, .favourites), own.interface == cloud.interface,
                !hasCloudParts
            {
                hasCloudParts = true

                let parts: [(Place.Kind, CloudSearch.Wish)] = [
                    (.favourites, .favourites), (.albums, .albums), (.places, .places),
                ]
                for (kind, wish) in parts {
                    guard let part = CloudSearch(at: url, wish), !refused.contains(part.list) else { continue }
                    places.append(Place(kind: kind, title: part.title, subtitle: "", address: part.url.absoluteString))
                }
            }
            guard let library, let own = url.flatMap({ LibraryLocation($0) }), own.interface == library.interface else {
                continue
            }
            let parts: [(Place.Kind, String, LibraryLocation.Part)] = [
                (.favourites, localized("Favourites"), .favourites), (.albums, localized("Albums"), .albums),
                (.people, localized("People"), .people), (.places, localized("Places"), .places),
                (.folders, localized("Folders"), .folders),
            ]
            for (kind, title, part) in parts {
                places.append(
                    Place(kind: kind, title: title, subtitle: "", address: own.showing(part).url.absoluteString))
            }
        }
        current =
            places.firstIndex { $0.address == shown }
            ?? library.flatMap { library in
                let list = library.showing(library.part.list).url.absoluteString
                return places.firstIndex { $0.address == list }
            }
            ?? gallery.flatMap { gallery -> Int? in
                guard let part = gallery.part.list.address else { return nil }
                return places.firstIndex { $0.address == gallery.gallery.absoluteString + part }
            }
            ?? shown.flatMap { URL(string: $0) }.flatMap { CloudSearch.list(ofFolderAt: $0) }.flatMap { list in
                places.firstIndex { place in
                    guard let url = URL(string: place.address), let search = CloudSearch(url) else { return false }
                    return search.wish == list && search.interface == cloud?.interface
                }
            }
    }

    /// What has become of one of several libraries.
    private static func text(of state: AllLibraries.Line.State) -> String {
        switch state {
        case .shown(let count): LoadingText.photos(count)
        case .waiting: localized("No answer yet")
        case .failed(let failure, known: 0): failure.description
        case .failed(let failure, let count): LoadingText.photos(count) + " · " + failure.description
        }
    }
}

extension LibraryLocation.Part {
    /// The list from which it is opened, or itself.
    fileprivate var list: LibraryLocation.Part {
        switch self {
        case .album: .albums
        case .person: .people
        case .place: .places
        case .folder: .folders
        case .search: .timeline
        case .timeline, .favourites, .albums, .people, .places, .folders: self
        }
    }
}

extension SidebarPlaces.Place.Kind {
    /// The name of its icon.
    var icon: String {
        switch self {
        case .all: "view-app-grid-symbolic"
        case .server: "network-server-symbolic"
        case .folder: "folder-symbolic"
        case .favourites: "starred-symbolic"
        case .albums: "folder-pictures-symbolic"
        case .tags: "user-bookmarks-symbolic"
        case .people: "system-users-symbolic"
        case .places: "mark-location-symbolic"
        case .folders: "folder-symbolic"
        }
    }

    /// Whether it is a part of a library.
    var isPart: Bool {
        switch self {
        case .all, .server, .folder: false
        case .favourites, .albums, .tags, .people, .places, .folders: true
        }
    }
}
