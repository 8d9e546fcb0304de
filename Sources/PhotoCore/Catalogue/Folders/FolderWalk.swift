import Foundation

/// Makes one catalogue of the photos in a server's folder and in the folders within, at any depth.
///
/// Reads each folder's page once, with the pages after it, and only below the first: on the same server, at a path that
/// begins with its path, or in a store at a prefix that begins with its prefix.
/// Photos come in the order of the local folders': a folder's own, then those of each folder in it. A link to a folder
/// around it is not gone into (``FolderListing``).
package struct FolderWalk: CatalogueFilling {
    /// Deeper than people nest folders; a server may make up endless ones.
    static let deepest = 64
    /// Each is a request; a library of one folder a day has as many in 27 years.
    static let mostFolders = 10_000
    /// Bytes of a folder's address. Most servers refuse longer ones, and thousands may wait to be read.
    static let longestAddress = 8 << 10
    /// As many pages are fetched at once as do not burden a server.
    static let mostAtOnce = 3

    private let fetcher: any DataFetching
    private let formats: CatalogueFormats
    private let mostFolders: Int

    /// Reads pages through `fetcher`.
    package init(_ fetcher: any DataFetching, as formats: CatalogueFormats) {
        self.init(fetcher, as: formats, mostFolders: Self.mostFolders)
    }

    /// Reads the pages of at most `mostFolders` folders.
    init(_ fetcher: any DataFetching, as formats: CatalogueFormats, mostFolders: Int) {
        (self.fetcher, self.formats, self.mostFolders) = (fetcher, formats, mostFolders)
    }

    package func fills(_ url: URL) -> Bool { WebFolder(url) != nil || DAVFolder(url)?.isRecursive == true }

    private struct Step {
        let url: URL
        /// The names of the folders from the first to it, each with a slash.
        let name: String
        let depth: Int
        /// Its version, if the folder around it tells one that changes with anything in it.
        let version: String?
        /// What the folders around it list, from the first.
        let around: [FolderListing]
        /// Whether it is a further page of a folder.
        var isFurther = false
        /// The folders of the pages before it, which follow the photos of all pages.
        var folders: [Step] = []
    }

    /// Adds a row for each photo, named after the folders in which it is. Counts the folders that cannot be read or lie
    /// beyond the limits. An address that turns out to be no folder's is to be opened as what it is.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let dav = DAVFolder(url)
        guard let start = dav?.url.withoutFragment ?? WebFolder(url)?.folder else { return }
        var waiting = [Step(url: start, name: "", depth: 0, version: nil, around: [])]
        var reads: [URL: FolderRead] = [:]
        var scope: FolderScope?
        let mayBeKept = !builder.revalidates
        func read(_ step: Step) -> FolderRead {
            FolderRead(step.url, with: fetcher, as: formats, mayBeKept: mayBeKept || step.version != nil)
        }
        while let step = waiting.popLast() {
            let reading = reads.removeValue(forKey: step.url) ?? read(step)
            for next in waiting.suffix(Self.mostAtOnce - 1).reversed() where reads.count < Self.mostAtOnce - 1 {
                reads[next.url] = reads[next.url] ?? read(next)
            }
            var (page, failure) = try reading.ended(&builder, pause) { read(step) }
            if mayBeKept {
                builder.facts.isKept = builder.facts.isKept || page.facts.isKept
            } else if page.facts.isKept, page.facts.version != step.version {
                func now() -> FolderRead { FolderRead(step.url, with: fetcher, as: formats) }
                (page, failure) = try now().ended(&builder, pause, again: now)
            }
            // A page that wants a login is no list, whatever it shows.
            let isOther = dav != nil && !page.facts.isFolderList
            var isUnread = failure.map { !$0.saysThatNothingIsThere } ?? false
            if dav != nil, failure?.isAboutForm == true || isOther { isUnread = true }
            // Photos that were known stay where the folder cannot be read now.
            if scope != nil, dav != nil, !mayBeKept, isUnread, failure?.meansGoneOrForbidden != true {
                let request = FetchRequest.catalogue(step.url, revalidates: true, mustBeKept: true)
                let earlier = FolderRead(step.url, request, with: fetcher, as: formats)
                while !earlier.waits() { try pause(&builder) }
                let (known, flaw) = earlier.outcome
                if known.facts.isKept, flaw?.isAboutContent != false { page = known }
            }
            if scope == nil {
                if let failure, !failure.isAboutContent, !failure.meansOtherContent { throw failure }
                if dav != nil, page.count == 0, let failure { throw failure }
                if isOther { throw .noFolderList }
                // A WebDAV folder is one, also without folders in it. A store may list some on further pages.
                let hasFolders = page.folderCount > 0 || WebFolder.isOfStore(page.url) && Self.next(page) != nil
                if dav == nil && !hasFolders || failure?.meansOtherContent == true {
                    builder.facts.leadsTo = start.absoluteString
                    return
                }
                scope = FolderScope(of: page.url)
                builder.facts.title = page.facts.title
                builder.facts.formatName = page.facts.formatName
            } else if isUnread {
                builder.facts.unreadableFolderCount += 1
                if dav != nil, !page.facts.isFolderList { continue }
            }
            // A redirection may lead out.
            let isOwn = step.depth == 0 || scope?.isNew(page.url, askedFor: step.url) == true
            guard scope?.contains(page.url) == true, isOwn else {
                waiting += step.folders.reversed()
                continue
            }
            var around = step.around
            if page.folderCount > 0 {
                let listing = FolderListing(page, at: dav == nil ? page.url : step.url)
                // A store has no links.
                if !step.isFurther, !WebFolder.isOfStore(page.url),
                    let outer = around.last(where: { listing.isSame(as: $0) })
                {
                    var isLink = true
                    switch listing.evidence(within: outer) {
                    case .link: break
                    case .nothing: isLink = false
                    case .place(let place):
                        func again() -> FolderRead {
                            FolderRead(place, with: fetcher, as: formats, mayBeKept: mayBeKept)
                        }
                        let other = try again().ended(&builder, pause, again: again).catalogue
                        isLink = FolderListing(other, at: place).isSame(as: listing)
                    }
                    if isLink { continue }
                }
                around.append(listing)
            }
            var folders = step.folders
            for row in 0..<page.count {
                if page.isFolder(at: row) {
                    guard let folder = page.folder(at: row), scope?.wants(folder) == true else { continue }
                    let place = dav.flatMap { $0.folder(at: folder)?.url } ?? folder
                    guard step.depth < Self.deepest, scope?.admits(folder, most: mostFolders) == true else {
                        builder.facts.unreadableFolderCount += 1
                        continue
                    }
                    let version = page.text(of: .checksum, at: row)
                    let name = step.name + page.name(at: row) + "/"
                    // Thousands may wait, and nobody reads further.
                    let isLong = name.utf8.count > Catalogue.maximumShownNameByteCount
                    folders.append(
                        Step(
                            url: place, name: isLong ? step.name : name, depth: step.depth + 1,
                            version: version?.hasPrefix("etag:") == true ? version : nil, around: around))
                } else {
                    try builder.add(row, of: page, in: step.name)
                }
                if row % 256 == 0 { try pause(&builder) }
            }
            if dav == nil, let next = Self.next(page), scope?.isFurther(next, of: page.url) == true {
                if scope?.admits(page: next, most: mostFolders) == true {
                    waiting.append(
                        Step(
                            url: next, name: step.name, depth: step.depth, version: nil, around: step.around,
                            isFurther: true, folders: folders))
                    continue
                }
                builder.facts.unreadableFolderCount += 1
            }
            waiting += folders.reversed()
        }
        try pause(&builder)
    }

    /// The page after this one, as it says.
    private static func next(_ page: Catalogue) -> URL? {
        page.facts.more.next?.resolve(for: page.url, base: Catalogue.base(page.facts, of: page.url))
    }
}

/// Which folders belong to a walk: those below the first, each once.
struct FolderScope {
    private let origin: String
    private let path: [UInt8]
    /// The hashes of paths, which may be long. Each process has its own seed, so no server can aim at two alike.
    private var seen: Set<Int>
    /// Those of the addresses of folders' pages, where there are several.
    private var pages: Set<Int> = []
    private var furtherCount = 0

    private static let slash = UInt8(ascii: "/")
    /// What is between the path of a store and the prefix of its folder.
    private static let storeEnd: UInt8 = 0

    /// Below the folder of the page at `url`.
    init(of url: URL) {
        origin = Self.origin(of: url)
        let path = Self.path(of: url)
        if let store = path.lastIndex(of: Self.storeEnd) {
            self.path = Array(path[...(path[store...].lastIndex(of: Self.slash) ?? store)])
        } else {
            self.path = Array(path[...(path.lastIndex(of: Self.slash) ?? path.startIndex)])
        }
        seen = [path.hashValue, self.path.hashValue]
    }

    private static func origin(of url: URL) -> String {
        "\(url.scheme?.lowercased() ?? "")://\(url.host?.lowercased() ?? ""):\(url.port.map(String.init) ?? "")"
    }

    /// Decoded, so that two ways to escape a name are one folder. Bytes: names may be in any encoding. With the prefix
    /// of a store's folder.
    private static func path(of url: URL) -> [UInt8] {
        let decoded = PageLink.unescaped(Array(url.standardized.path(percentEncoded: true).utf8)[...])
        let path = decoded.isEmpty ? [slash] : decoded
        guard WebFolder.isOfStore(url) else { return path }
        return path + [storeEnd] + Array((ListingAddress(url)["prefix"] ?? "").utf8)
    }

    /// Whether the page at `url` is on the same server, and not above the first folder.
    func contains(_ url: URL) -> Bool { Self.origin(of: url) == origin && Self.path(of: url).starts(with: path) }

    /// Whether the page at `url`, which answered for another address, is not that of a folder with an address of its
    /// own in the walk; true once.
    mutating func isNew(_ url: URL, askedFor asked: URL) -> Bool {
        let (path, asked) = (Self.path(of: url), Self.path(of: asked))
        // A slash that the server adds makes no other folder.
        return path == asked || path == asked + [Self.slash] || seen.insert(path.hashValue).inserted
    }

    /// Whether the folder is below the first, and not admitted yet.
    func wants(_ url: URL) -> Bool { contains(url) && !seen.contains(Self.path(of: url).hashValue) }

    /// Whether `next` is a further page of the folder whose page is at `url`, and not read yet: their queries differ.
    mutating func isFurther(_ next: URL, of url: URL) -> Bool {
        pages.insert(url.absoluteString.hashValue)
        return contains(next) && Self.path(of: next) == Self.path(of: url)
            && !pages.contains(next.absoluteString.hashValue)
    }

    /// Whether the further page of a folder is to be read; true once. It counts like a folder: each is a request.
    mutating func admits(page url: URL, most: Int) -> Bool {
        guard url.absoluteString.utf8.count <= FolderWalk.longestAddress, seen.count + furtherCount < most,
            pages.insert(url.absoluteString.hashValue).inserted
        else { return false }
        furtherCount += 1
        return true
    }

    /// Whether the folder is to be read; true once.
    mutating func admits(_ url: URL, most: Int) -> Bool {
        contains(url) && url.absoluteString.utf8.count <= FolderWalk.longestAddress
            && seen.count + furtherCount < most && seen.insert(Self.path(of: url).hashValue).inserted
    }
}

extension CatalogueFailure {
    /// Whether the address is not a folder's page but something that opens in another way: an archive may be as large
    /// as it likes.
    fileprivate var meansOtherContent: Bool {
        switch self {
        case .archive, .tooLarge, .fetch(.tooLarge): true
        default: false
        }
    }

    /// Whether a page was read, and lists no photos.
    fileprivate var saysThatNothingIsThere: Bool {
        switch self {
        case .noPhotos, .noPhotosIn, .noPhotosInFeed, .notACatalogue: true
        case .fetch, .archive, .tooLarge, .tooManyPhotos, .cancelled: false
        }
    }
}

extension CatalogueFailure {
    /// Whether a page was read, and is not understood: it may be cut short.
    fileprivate var isAboutForm: Bool {
        if case .notACatalogue = self { true } else { false }
    }

    /// Whether the server says that a folder is not there any more, or not for this person.
    fileprivate var meansGoneOrForbidden: Bool {
        switch self {
        case .fetch(.refused(let status, _, _)), .fetch(.unanswerable(let status)):
            [401, 403, 404, 410].contains(status)
        default: false
        }
    }
}

extension CatalogueBuilder {
    /// Adds the row of another catalogue, whose addresses may have another base. Its name begins with `folder`.
    package mutating func add(_ row: Int, of page: Catalogue, in folder: String = "") throws(CatalogueFailure) {
        add(.name, folder + page.name(at: row))
        for field in CatalogueField.allCases where field != .name {
            if field.isURL {
                if let url = page.url(of: field, at: row) { add(field, url.absoluteString) }
            } else if let text = page.text(of: field, at: row) {
                add(field, text)
            }
        }
        try endEntry(at: nil)
    }
}
