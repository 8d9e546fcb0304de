import Foundation
import PhotoCore

/// Lists the photos of a Piwigo gallery, or of a part of it, page by page until all are there; and its albums and tags,
/// each of which opens. What a list of photos was is kept, and shown without the server the next time.
package struct GalleryFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    private let places: LibraryPlaces?
    private let store: LibraryStore?
    private let now: @Sendable () -> Double
    private let mostListed: Int

    /// Of all albums or tags, or of a page of photos.
    static let mostBytes = 64 << 20

    /// Fetches by `fetcher`, whose requests are authorized by `places`. What is listed is kept in `store`. `now` gives
    /// seconds since 1970.
    package init(
        _ fetcher: any DataFetching, places: LibraryPlaces? = nil, store: LibraryStore? = nil,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.init(fetcher, places: places, store: store, mostListed: ListedParts.most, now: now)
    }

    /// Lists at most this many albums or tags.
    init(
        _ fetcher: any DataFetching, places: LibraryPlaces? = nil, store: LibraryStore? = nil, mostListed: Int,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        (self.fetcher, self.places, self.store) = (fetcher, places, store)
        (self.mostListed, self.now) = (mostListed, now)
    }

    /// See CatalogueFilling.
    package func fills(_ url: URL) -> Bool { GalleryAddress.part(at: url) != nil }

    /// See CatalogueFilling.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let (gallery, part) = GalleryAddress.part(at: url) else { return }
        builder.facts.title = Self.title(of: part, in: gallery)
        builder.facts.formatName = localized("Piwigo gallery")
        builder.facts.base = gallery.absoluteString
        switch part {
        case .albums: try addNames(at: url, to: &builder, GalleryAddress.album, pause)
        case .tags: try addNames(at: url, to: &builder, GalleryAddress.tag, pause)
        case .photos, .album, .tag, .favourites, .search: try addPhotos(at: url, part, to: &builder, pause)
        }
    }

    /// What a part is called, for a person; nil for what its address names.
    private static func title(of part: GalleryAddress.Part, in gallery: URL) -> String? {
        switch part {
        case .photos, .album, .tag: return nil
        case .albums: return localized("Albums")
        case .tags: return localized("Tags")
        case .favourites: return localized("Favourites")
        case .search(let text):
            let server = (gallery.host ?? "") + (gallery.port.map { ":\($0)" } ?? "")
            return localized("“\(text)” at \(server)")
        }
    }

    private func fetch(
        _ url: URL, triesAgain: Bool = true, _ builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Data {
        let request = FetchRequest(url: url, limit: Self.mostBytes, revalidates: builder.revalidates)
        return try BlockingFetch(request, with: fetcher, triesAgain: triesAgain).wait(with: &builder, pause)
    }

    // MARK: - Albums and tags

    private func addNames(
        at url: URL, to builder: inout CatalogueBuilder, _ address: (_ id: Int, _ name: String) -> String,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let body = try fetch(url, &builder, pause)
        let names = try AssetColumns<GalleryNameField>(upTo: mostListed, in: body)
        if names.count == 0, body.count > GalleryLogin.mostBytes || !GalleryLogin.isAnswer(body) {
            throw Self.isOther("")
        }
        let plain = (0..<names.count).map { GalleryText.plain(names.text(.name, $0)) }
        var named: [String: String] = [:]
        for (row, name) in plain.enumerated() { named[names.text(.id, row)] = name }
        var known = ListedParts(upTo: mostListed)
        for (row, name) in plain.enumerated() {
            let id = names.text(.id, row)
            guard let number = Int(id), number > 0, !name.isEmpty, names.number(.albumCount, row) != 0,
                names.number(.tagCount, row) != 0, known.takes(id)
            else { continue }
            // An album within others has their names, the outermost first.
            let path = names.text(.path, row).split(separator: ",").suffix(Self.mostOuter)
                .compactMap { named[String($0)] }
            builder.add(.name, path.count > 1 ? path.joined(separator: " / ") : name)
            builder.add(.location, address(number, name))
            try builder.endEntry(at: nil, isFolder: true)
            if row % Self.rowsInTurn == 0 { try pause(&builder) }
        }
    }

    private static let rowsInTurn = 1000
    private static let mostOuter = 16

    /// Why an answer is no list: in the words of the server, if it has some.
    private static func isOther(_ message: String) -> CatalogueFailure {
        let shown = ShownText.line(message.prefix(longestMessage).description)
        return .notACatalogue(
            reason: shown.isEmpty ? localized("The server does not answer as a Piwigo server does.") : shown)
    }

    private static let longestMessage = 300

    // MARK: - Photos

    private func addPhotos(
        at list: URL, _ part: GalleryAddress.Part, to builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        if !builder.revalidates, try showKept(list, part, in: &builder, pause) { return }
        if let known = builder.known, let newest = try self.newest(of: list, &builder, pause),
            let version = Self.version(in: newest, of: part)
        {
            if BodyVersion(entityTag: version) == known {
                builder.version = known
                builder.isUnchanged = true
                return
            }
            if try readAdded(to: list, part, into: &builder, pause) { return }
        }
        do throws(CatalogueFailure) {
            try readPhotos(at: list, part, to: &builder, pause)
        } catch {
            if error.meansGone { forget(list) }
            throw error
        }
    }

    /// Reads a list from its server, and keeps it. The newest photo is kept last, if all of the list is there, and
    /// forgotten before the first page is another one: until then nothing is kept.
    private func readPhotos(
        at list: URL, _ part: GalleryAddress.Part, to builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let (asked, removals) = (now(), store?.removals ?? 0)
        func keep(_ body: Data, _ url: URL) {
            let page = KeptPage(list: KeptList(body: body, asked: asked), url: url, contentType: nil)
            store?.keep(page, at: url, since: removals)
        }
        var reading = GalleryReading()
        var newest: Data?
        var number = 0
        while !reading.isDone, let address = GalleryAddress.page(number, of: list) {
            let body = try fetch(address, &builder, pause)
            let page = try GalleryPhotos(in: body)
            guard page.isAnswer else { throw Self.isOther(page.message) }
            if number == 0 { forget(list) }
            keep(body, address)
            try reading.add(page, to: &builder)
            try pause(&builder)
            // What is added from now on is missed by the pages, and found by the next check.
            if number == 0, store != nil, !page.photos.isEmpty {
                newest = try self.newest(of: list, &builder, pause)
            }
            number += 1
        }
        guard reading.isWhole, let newest, let address = GalleryAddress.newest(of: list) else { return }
        keep(newest, address)
        if let version = Self.version(in: newest, of: part) { builder.version = BodyVersion(entityTag: version) }
    }

    /// Shows what is kept of a list; false if nothing is.
    private func showKept(
        _ list: URL, _ part: GalleryAddress.Part, in builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        guard let store, let newest = GalleryAddress.newest(of: list).flatMap({ store.page(at: $0) }) else {
            return false
        }
        // Its pictures may need the session that a person begins.
        if let places, let place = GalleryAddress.place(of: list), places.opened(like: place) == nil {
            places.add(place)
        }
        let latest = GalleryAddress.latest(of: list).flatMap { store.page(at: $0) }?.list.body
        let added = latest.flatMap { Self.photos(addedIn: $0, since: newest.list.body) }
        var reading = GalleryReading(added: added ?? [])
        var number = 0
        while !reading.isDone {
            guard let kept = GalleryAddress.page(number, of: list).flatMap({ store.page(at: $0) }),
                let page = try? GalleryPhotos(in: kept.list.body)
            else { break }
            try reading.add(page, to: &builder)
            builder.facts.isKept = true
            try pause(&builder)
            number += 1
        }
        guard builder.facts.isKept else { return false }
        try reading.end(&builder)
        // Photos that were only edited show after a day: the newest one is the same.
        if reading.isDone, !newest.list.isOld(at: now()) {
            let last = added == nil ? newest.list.body : latest ?? newest.list.body
            builder.version = Self.version(in: last, of: part).flatMap { BodyVersion(entityTag: $0) }
        }
        return true
    }

    /// Reads only the photos that were added since a list was kept; what is kept has the others. False if some are
    /// gone, or more were added than a page has.
    private func readAdded(
        to list: URL, _ part: GalleryAddress.Part, into builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        guard let store, let newest = GalleryAddress.newest(of: list).flatMap({ store.page(at: $0) }),
            !newest.list.isOld(at: now()), let address = GalleryAddress.latest(of: list)
        else { return false }
        let (asked, removals) = (now(), store.removals)
        let latest = try fetch(address, &builder, pause)
        guard let added = Self.photos(addedIn: latest, since: newest.list.body) else { return false }
        var reading = GalleryReading(added: added)
        var number = 0
        while !reading.isDone, let place = GalleryAddress.page(number, of: list) {
            let kept = store.page(at: place)?.list.body
            let body = if let kept { kept } else { try fetch(place, &builder, pause) }
            try reading.add(GalleryPhotos(in: body), to: &builder)
            try pause(&builder)
            number += 1
        }
        let page = KeptPage(list: KeptList(body: latest, asked: asked), url: address, contentType: nil)
        store.keep(page, at: address, since: removals)
        builder.version = Self.version(in: latest, of: part).flatMap { BodyVersion(entityTag: $0) }
        return true
    }

    /// The photos in an answer about the latest ones that were added since an answer about the newest one; nil unless
    /// their number is all that has changed.
    private static func photos(addedIn latest: Data, since newest: Data) -> [GalleryPhotos.Photo]? {
        guard let latest = try? GalleryPhotos(in: latest), let newest = try? GalleryPhotos(in: newest),
            latest.isAnswer, let count = latest.total, let before = newest.total, let last = newest.photos.first?.id
        else { return nil }
        let added = latest.photos.filter { $0.id.map { $0 > last } ?? false }
        return added.count == count - before ? added : nil
    }

    private func forget(_ list: URL) {
        for address in [GalleryAddress.newest(of: list), GalleryAddress.latest(of: list)] {
            if let address { store?.removePage(at: address) }
        }
    }

    /// The answer about the newest photo of a list; nil if the server has none.
    private func newest(
        of list: URL, _ builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Data? {
        guard let address = GalleryAddress.newest(of: list) else { return nil }
        do throws(CatalogueFailure) {
            return try fetch(address, triesAgain: false, &builder, pause)
        } catch {
            // It may not know this order.
            guard case .fetch(.refused) = error else { throw error }
            return nil
        }
    }

    /// How many photos a list has, and which is the newest: as long as that stays, the list does. Nil if that is not
    /// known. Favourites and what is found change without it.
    private static func version(in newest: Data, of part: GalleryAddress.Part) -> String? {
        switch part {
        case .photos, .album, .tag:
            guard let page = try? GalleryPhotos(in: newest), page.isAnswer, let total = page.total,
                let id = page.photos.first?.id
            else { return nil }
            return "\(total)-\(id)"
        case .favourites, .search, .albums, .tags: return nil
        }
    }
}

/// What has been read of a list of photos, page by page.
private struct GalleryReading {
    private var known: Set<Int>
    /// How many photos the pages had.
    private var count = 0
    /// Those that were added since, the one taken first first.
    private var added: [(id: Int, photo: GalleryPhotos.Photo)]
    /// Whether there are no more.
    private(set) var isDone = false
    /// How many photos there are, as the last page says.
    private var total: Int?
    /// Whether the pages had all photos: some may have moved to other pages while they were read.
    var isWhole: Bool { isDone && count >= total ?? 0 }

    /// Nothing yet but the photos that were `added` after the pages were received.
    init(added: [GalleryPhotos.Photo] = []) {
        let named = added.compactMap { photo in photo.id.map { (id: $0, photo: photo) } }
        self.added = named.sorted { $0.photo.taken < $1.photo.taken }
        known = Set(named.map { $0.id })
    }

    /// Adds the photos of a page that are new. A page without any is the last: a server may send the same one for ever.
    mutating func add(_ page: GalleryPhotos, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let before = count
        for photo in page.photos {
            guard let id = photo.id, known.insert(id).inserted else { continue }
            while let next = added.last, next.photo.taken >= photo.taken { try addLast(&builder) }
            try photo.addRow(id, to: &builder)
            count += 1
        }
        total = page.total
        isDone = count == before || count >= page.total ?? .max
        if isDone { try end(&builder) }
    }

    /// Adds the photos that the pages leave over.
    mutating func end(_ builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        while !added.isEmpty { try addLast(&builder) }
    }

    private mutating func addLast(_ builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let next = added.popLast() else { return }
        try next.photo.addRow(next.id, to: &builder)
    }
}

/// A field of an album or a tag.
enum GalleryNameField: String, AssetField {
    case id
    case name
    /// Of an album, also of those within.
    case albumCount = "total_nb_images"
    case tagCount = "counter"
    /// The numbers of the albums that it is in, the outermost first, and its own.
    case path = "uppercats"
}
