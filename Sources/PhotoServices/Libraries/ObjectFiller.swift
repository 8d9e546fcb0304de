import Dispatch
import Foundation
import PhotoCore

/// Makes a catalogue of the objects in an S3 bucket: all of them, listed from several places of its names at once, in
/// the order of the names; or those that are kept from an earlier time.
public struct ObjectFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    private let places: LibraryPlaces
    private let store: LibraryStore?
    private let configuration: @Sendable () -> S3Configuration
    private let mostRows: Int
    /// As many as there are connections to a server, less those for photos.
    static let mostAtOnce = 6
    /// As many pictures are counted that no address can name.
    static let mostWithoutAddress = 100_000
    /// One bucket after the other: their rows are shown meanwhile.
    private static let keeping = DispatchQueue(label: "Bucket keeping", qos: .utility)

    /// Lists through `fetcher`, whose requests are authorized by `places`. What was listed to its end is kept in
    /// `store`. `configuration` is asked at each opening.
    package init(
        _ fetcher: any DataFetching, places: LibraryPlaces, store: LibraryStore? = nil,
        configuration: @escaping @Sendable () -> S3Configuration = { .ofThisPerson }
    ) {
        self.init(
            fetcher, places: places, store: store, mostRows: LibraryMonths.mostPhotos, configuration: configuration)
    }

    /// The same for buckets of at most `mostRows` objects.
    init(
        _ fetcher: any DataFetching, places: LibraryPlaces, store: LibraryStore? = nil, mostRows: Int,
        configuration: @escaping @Sendable () -> S3Configuration
    ) {
        (self.fetcher, self.places, self.store) = (fetcher, places, store)
        (self.mostRows, self.configuration) = (mostRows, configuration)
    }

    /// See CatalogueFilling.
    public func fills(_ url: URL) -> Bool { S3Location(url) != nil }

    /// See CatalogueFilling.
    public func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let location = S3Location(url) else { return }
        let configuration = configuration()
        builder.facts.title = location.prefix.isEmpty ? location.bucket : "\(location.bucket)/\(location.prefix)"
        builder.facts.formatName = localized("S3 bucket")
        let address = try Self.access(to: location, configuration).keptListing(prefix: location.prefix)
        if !builder.revalidates, let kept = store?.bucket(at: address),
            let access = try? Self.access(to: location.inRegion(kept.region), configuration),
            // The configuration may have changed.
            access.store == kept.source
        {
            return try show(kept, access, of: location, in: &builder, pause: pause)
        }
        let removals = store?.removals ?? 0
        do throws(CatalogueFailure) {
            let listed = try list(location, configuration, into: &builder, pause: pause)
            guard let packer = listed.packer else { return }
            if try end(packer, listed.access, at: address, since: removals, in: &builder, pause: pause) { return }
        } catch {
            if error.meansGone { store?.removeBucket(at: address) }
            throw error
        }
        // Its rows could not be packed.
        builder.known = nil
        try fill(&builder, from: url, pause: pause)
    }

    /// Blocks until what was listed is kept; for tests.
    static func waitUntilKept() { keeping.sync {} }

    private func show(
        _ kept: KeptBucket, _ access: S3Access, of location: S3Location, in builder: inout CatalogueBuilder,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        open(access, location)
        builder.facts.base = SigningProfile.address(access.store, for: location.profile).absoluteString
        builder.facts.isKept = true
        builder.facts.withoutAddressCount = kept.withoutAddressCount
        if try kept.addRows(to: &builder, pause: pause) { builder.version = BodyVersion(entityTag: kept.version) }
    }

    /// The bucket has been listed to its end. If it lists what is known, that stays; otherwise rows that wait for this
    /// are added. Returns false if there is no memory for them.
    private func end(
        _ packer: BucketPacker, _ access: S3Access, at address: URL, since removals: Int,
        in builder: inout CatalogueBuilder, pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        var packer = packer
        let (version, packing) = packer.end(withoutAddress: builder.facts.withoutAddressCount)
        let kept = { @Sendable (parts: [PackedData]) in
            KeptBucket(source: access.store, region: access.region, version: version, parts: parts)
        }
        if let known = builder.known {
            if known == BodyVersion(entityTag: version) {
                builder.isUnchanged = true
            } else {
                guard let parts = packing.parts else { return false }
                // They have been packed here.
                _ = try kept(parts).addRows(to: &builder, pause: pause)
            }
        }
        builder.version = BodyVersion(entityTag: version)
        guard let store else { return true }
        Self.keeping.async { [count = packer.count] in
            if count == 0 {
                store.removeBucket(at: address)
            } else if store.bucketVersion(at: address) != version {
                if let parts = packing.parts {
                    store.keep(kept(parts), at: address, since: removals)
                } else {
                    store.removeBucket(at: address)
                }
            }
        }
        return true
    }

    private func open(_ access: S3Access, _ location: S3Location) {
        let authorization = LibraryPlace.Authorization.signature(region: access.region, key: access.key)
        let address = SigningProfile.address(access.store, for: location.profile)
        guard var place = LibraryPlace(address, authorization, name: location.bucket) else { return }
        place.keyNote = access.keyNote
        places.add(place)
    }

    private static func access(
        to location: S3Location, _ configuration: S3Configuration
    ) throws(CatalogueFailure) -> S3Access {
        do throws(FetchFailure) {
            return try configuration.access(to: location)
        } catch {
            throw .fetch(error)
        }
    }

    /// Lists the bucket in the region that it turns out to be in. Returns where it is, and its rows if they are to be
    /// packed.
    private func list(
        _ location: S3Location, _ configuration: S3Configuration, into builder: inout CatalogueBuilder,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> (access: S3Access, packer: BucketPacker?) {
        let access = try Self.access(to: location, configuration)
        open(access, location)
        do throws(CatalogueFailure) {
            return (access, try list(access, location, into: &builder, pause: pause))
        } catch {
            // Amazon has another host for each region.
            let address = SigningProfile.address(access.store, for: location.profile)
            guard let region = places.region(at: address), region != access.region else { throw error }
            let moved = location.inRegion(region)
            let access = try Self.access(to: moved, configuration)
            open(access, moved)
            return (access, try list(access, moved, into: &builder, pause: pause))
        }
    }

    /// Adds the rows to `builder`, unless they may be those that are known.
    private func list(
        _ access: S3Access, _ location: S3Location, into builder: inout CatalogueBuilder,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> BucketPacker? {
        builder.facts.base = SigningProfile.address(access.store, for: location.profile).absoluteString
        let isKnown = builder.known != nil
        var packer: BucketPacker? = store == nil && !isKnown ? nil : BucketPacker(keepsAll: isKnown)
        let first = access.listing(prefix: location.prefix, for: location.profile)
        var listing = ObjectListing(first, fetcher: fetcher, mostRows: mostRows, retries: builder.retries)
        while !listing.isDone {
            try listing.step { (row) throws(CatalogueFailure) in
                packer?.add(row)
                if !isKnown { try builder.add(row) }
            }
            try pause(&builder)
        }
        builder.facts.withoutAddressCount = listing.withoutAddress.count
        return packer
    }
}

extension S3Configuration {
    /// As the environment and the files of the person who runs the program have it. Reads the disk.
    public static var ofThisPerson: S3Configuration {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let files = files(environment, home: home)
        let text = { (path: String) in
            (FileManager.default.contents(atPath: path)?.prefix(longestFile)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        return S3Configuration(
            environment: environment, config: text(files.config) ?? "", credentials: text(files.credentials) ?? "")
    }

    private static var longestFile: Int { 1 << 20 }
}

/// The pages of a bucket while they are read.
private struct ObjectListing {
    private struct Page {
        let read: FolderRead
        let request: KeySpace.Request
        /// How often it has failed before.
        let failures: Int
        /// Whether it was asked for by the list that is read in order.
        let isInOrder: Bool
    }
    /// A page that has failed, and when it is asked for again.
    private struct FailedPage {
        let request: KeySpace.Request
        let failures: Int
        let due: DispatchTime
    }
    private static let marker = "marker"

    private let first: URL
    private let fetcher: any DataFetching
    private let formats = CatalogueFormats.standard
    private let bell = DispatchSemaphore(value: 0)
    private var space = KeySpace(mostAtOnce: ObjectFiller.mostAtOnce)
    private var pages: [Page] = []
    private var failed: [FailedPage] = []
    private var retries: PageRetries
    /// Pages whose rows wait for those of earlier names.
    private var waiting = WaitingPages()
    /// The intervals whose rows have been added.
    private var added: Set<Int> = []
    private var isFirst = true
    /// What the store calls the name that a page follows.
    private var follows = "start-after"
    /// Whether rows that come next were left for the next step.
    private var hasRows = false
    /// How many rows have been passed on.
    private var count = 0
    /// Whether one page is asked for after the other.
    private var isInOrder = false
    /// The next rows that have been passed on before.
    private var repeatedCount = 0
    /// Whether the rows that have been passed on are the first ones that the store lists.
    private var areFirst = true
    /// Hashes of the names of pictures that no address can name. Where two places meet, some are listed twice.
    private(set) var withoutAddress: Set<UInt64> = []
    private let mostRows: Int

    init(_ first: URL, fetcher: any DataFetching, mostRows: Int, retries: PageRetries) {
        (self.first, self.fetcher, self.mostRows, self.retries) = (first, fetcher, mostRows, retries)
    }

    var isDone: Bool { space.isDone && pages.isEmpty && failed.isEmpty && waiting.isEmpty }

    /// Asks for what may be asked, waits at most 50 ms for a page, and passes some of the rows that come next to
    /// `visit`.
    mutating func step(_ visit: (ObjectRow) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        ask()
        _ = bell.wait(timeout: hasRows ? .now() : .now() + .milliseconds(50))
        // Once: a page may end meanwhile.
        let over = pages.partition { $0.read.isOver }
        let ended = Array(pages[over...])
        pages.removeSubrange(over...)
        for page in ended where page.isInOrder == isInOrder { try take(page) }
        // The store answers while rows are passed.
        ask()
        try passRows(to: visit)
        // What waits counts as well: the first interval may never end.
        let (rows, bytes) = (count + waiting.rowCount, waiting.byteCount)
        if let failure = Catalogue.limitFailure(rowCount: rows, byteCount: bytes, mostRows: mostRows) { throw failure }
    }

    private mutating func ask() {
        let now = DispatchTime.now()
        let start = failed.partition { $0.due <= now }
        let due = Array(failed[start...])
        failed.removeSubrange(start...)
        for page in due { ask(for: page.request, after: page.failures) }
        // Nothing is known before the first page.
        while !isFirst || pages.isEmpty && failed.isEmpty, let request = space.next() {
            ask(for: request, after: 0)
        }
    }

    private mutating func ask(for request: KeySpace.Request, after failures: Int) {
        let address = address(of: request)
        // The bucket is kept, not the thousands of its pages: they would take the place of photos.
        let asked = FetchRequest.catalogue(address, revalidates: true, leavesNothing: true)
        let read = FolderRead(address, asked, with: fetcher, as: formats) { [bell] in bell.signal() }
        pages.append(Page(read: read, request: request, failures: failures, isInOrder: isInOrder))
    }

    private func address(of request: KeySpace.Request) -> URL {
        if let next = request.next?.resolve(for: first, base: first) { return next }
        if request.after.isEmpty { return first }
        let name = String(decoding: request.after, as: UTF8.self)
        return NextPage.query(follows, name).resolve(for: first, base: first) ?? first
    }

    private mutating func take(_ page: Page) throws(CatalogueFailure) {
        let (catalogue, failure) = page.read.outcome
        // An empty page is at the end of its interval; a page of something else is no list, and of a page that is cut
        // short nobody knows what is missing.
        let isList = catalogue.facts.formatName == CatalogueFormat.xmlListing.name
        if let failure, !failure.isAboutContent {
            let failures = page.failures + 1
            guard let seconds = retries.wait(after: failure, attempts: failures) else { throw failure }
            // Its interval counts as asked, so that a busy store is asked for less.
            failed.append(FailedPage(request: page.request, failures: failures, due: .now() + seconds))
            return
        }
        // Also if it has pictures: a network may want a login first. That is no empty bucket.
        guard isList else {
            throw .notACatalogue(reason: localized("The server does not answer as an S3 store does."))
        }
        if isFirst, case .query(let parameters)? = catalogue.facts.more.next, parameters.first?.name == Self.marker {
            // It knows only the first version of lists (StoredObjects), in which every page follows a marker.
            follows = Self.marker
        }
        isFirst = false
        retries.noteRead()
        for name in catalogue.facts.objects?.withoutAddress ?? []
        where withoutAddress.count < ObjectFiller.mostWithoutAddress { withoutAddress.insert(name) }
        guard space.took(page.request.interval, catalogue.facts.objects, next: catalogue.facts.more.next) else {
            return try beginInOrder()
        }
        waiting.add(.init(catalogue: catalogue, previous: page.request.after), of: page.request.interval)
    }

    /// The store repeats names instead of beginning where it was asked to, or has an order of its own. Lists it again,
    /// one page after the other, if it was asked for several at once: each page then begins where the store says.
    private mutating func beginInOrder() throws(CatalogueFailure) {
        guard !isInOrder, areFirst else {
            throw .notACatalogue(reason: localized("The server repeats photos instead of listing the next ones."))
        }
        isInOrder = true
        space = .inOrderOfStore
        (pages, failed, waiting, added, hasRows) = ([], [], WaitingPages(), [], false)
        (repeatedCount, count) = (count, 0)
    }

    /// Rows come in the order of their names: those of an interval after all before it. Passes those of some pages, so
    /// that the store is asked again soon.
    private mutating func passRows(
        to visit: (ObjectRow) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        hasRows = false
        var left = ObjectFiller.mostAtOnce
        for interval in space.order where !added.contains(interval) {
            let there = waiting.take(of: interval, atMost: left)
            for page in there.pages {
                var passed = 0
                let end = space.end(of: interval)
                try page.catalogue.visitRows(after: page.previous, upTo: end) {
                    [repeatedCount] (row) throws(CatalogueFailure) in
                    passed += 1
                    if passed > repeatedCount { try visit(row) }
                }
                count += passed
                if passed > 0, interval != space.order.first { areFirst = false }
                repeatedCount = max(0, repeatedCount - passed)
            }
            if there.hasMore {
                hasRows = true
                return
            }
            left -= there.pages.count
            guard space.isDone(interval) else { return }
            added.insert(interval)
        }
    }
}

/// The pages of a bucket that have been read, by the intervals of its names.
private struct WaitingPages {
    struct Page {
        let catalogue: Catalogue
        /// The name that it follows.
        let previous: [UInt8]
    }
    private var pages: [Int: [Page]] = [:]
    /// Of all of them together: there may be hundreds, and each new one is checked against the limits.
    private(set) var (rowCount, byteCount) = (0, 0)

    var isEmpty: Bool { pages.isEmpty }

    mutating func add(_ page: Page, of interval: Int) {
        pages[interval, default: []].append(page)
        rowCount += page.catalogue.count
        byteCount += page.catalogue.byteCount
    }

    /// Removes the first pages of an interval; and says whether there are more.
    mutating func take(of interval: Int, atMost most: Int) -> (pages: [Page], hasMore: Bool) {
        let there = pages.removeValue(forKey: interval) ?? []
        let taken = Array(there.prefix(most))
        if there.count > taken.count { pages[interval] = Array(there.dropFirst(taken.count)) }
        for page in taken {
            rowCount -= page.catalogue.count
            byteCount -= page.catalogue.byteCount
        }
        return (taken, there.count > taken.count)
    }
}
