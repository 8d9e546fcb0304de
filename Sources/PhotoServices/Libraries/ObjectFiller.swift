import Dispatch
import Foundation
import PhotoCore

/// Makes a catalogue of the objects in an S3 bucket: all of them, listed from several places of its names at once, in
/// the order of the names.
public struct ObjectFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    private let places: LibraryPlaces
    private let configuration: @Sendable () -> S3Configuration
    private let mostRows: Int
    /// As many as there are connections to a server, less those for photos.
    static let mostAtOnce = 6

    /// Lists through `fetcher`, whose requests are authorized by `places`. `configuration` is asked at each opening.
    public init(
        _ fetcher: any DataFetching, places: LibraryPlaces,
        configuration: @escaping @Sendable () -> S3Configuration = { .ofThisPerson }
    ) {
        self.init(fetcher, places: places, mostRows: LibraryMonths.mostPhotos, configuration: configuration)
    }

    /// The same for buckets of at most `mostRows` objects.
    init(
        _ fetcher: any DataFetching, places: LibraryPlaces, mostRows: Int,
        configuration: @escaping @Sendable () -> S3Configuration
    ) {
        self.mostRows = mostRows
        (self.fetcher, self.places, self.configuration) = (fetcher, places, configuration)
    }

    /// See CatalogueFilling.
    public func fills(_ url: URL) -> Bool { S3Location(url) != nil }

    /// See CatalogueFilling.
    public func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard var location = S3Location(url) else { return }
        let configuration = configuration()
        builder.facts.title = location.prefix.isEmpty ? location.bucket : "\(location.bucket)/\(location.prefix)"
        builder.facts.formatName = localized("S3 bucket")
        for isLast in [false, true] {
            let access = try Self.access(to: location, configuration)
            let authorization = LibraryPlace.Authorization.signature(region: access.region, key: access.key)
            if let place = LibraryPlace(access.store, authorization, name: location.bucket) { places.add(place) }
            do throws(CatalogueFailure) {
                return try list(access, location.prefix, into: &builder, pause: pause)
            } catch {
                // Amazon has another host for each region.
                guard !isLast, let region = places.region(at: access.store), region != access.region else {
                    throw error
                }
                location = location.inRegion(region)
            }
        }
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

    private func list(
        _ access: S3Access, _ prefix: String, into builder: inout CatalogueBuilder,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        builder.facts.base = access.store.absoluteString
        var listing = ObjectListing(access.listing(prefix: prefix), fetcher: fetcher, mostRows: mostRows)
        while !listing.isDone {
            try listing.step(into: &builder)
            try pause(&builder)
        }
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
        let interval: Int
    }
    private let first: URL
    private let fetcher: any DataFetching
    private let formats = CatalogueFormats.standard
    private let bell = DispatchSemaphore(value: 0)
    private var space = KeySpace(mostAtOnce: ObjectFiller.mostAtOnce)
    private var pages: [Page] = []
    /// Pages whose rows wait for those of earlier names.
    private var waiting: [Int: [Catalogue]] = [:]
    /// The intervals whose rows have been added.
    private var added: Set<Int> = []
    private var isFirst = true
    private let mostRows: Int

    init(_ first: URL, fetcher: any DataFetching, mostRows: Int) {
        (self.first, self.fetcher, self.mostRows) = (first, fetcher, mostRows)
    }

    var isDone: Bool { space.isDone && pages.isEmpty && waiting.isEmpty }

    /// Asks for what may be asked, waits at most 50 ms for a page, and adds the rows that come next.
    mutating func step(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        while let request = space.next() {
            let read = FolderRead(address(of: request), with: fetcher, as: formats) { [bell] in bell.signal() }
            pages.append(Page(read: read, interval: request.interval))
            // Nothing is known before the first page.
            if isFirst { break }
        }
        _ = bell.wait(timeout: .now() + .milliseconds(50))
        // Once: a page may end meanwhile.
        let over = pages.partition { $0.read.isOver }
        let ended = Array(pages[over...])
        pages.removeSubrange(over...)
        for page in ended { try take(page) }
        try addRows(to: &builder)
        // What waits counts as well: the first interval may never end.
        let pages = waiting.values.joined()
        let rows = pages.reduce(builder.count) { $0 + $1.count }
        let bytes = pages.reduce(0) { $0 + $1.byteCount }
        if let failure = Catalogue.limitFailure(rowCount: rows, byteCount: bytes, mostRows: mostRows) { throw failure }
    }

    private func address(of request: KeySpace.Request) -> URL {
        if let next = request.next?.resolve(for: first, base: first) { return next }
        if request.after.isEmpty { return first }
        let name = String(decoding: request.after, as: UTF8.self)
        return NextPage.query("start-after", name).resolve(for: first, base: first) ?? first
    }

    private mutating func take(_ page: Page) throws(CatalogueFailure) {
        let (catalogue, failure) = page.read.outcome
        // An empty page is at the end of its interval; a page of something else is no list, and of a page that is cut
        // short nobody knows what is missing.
        let isList = catalogue.facts.formatName == CatalogueFormat.xmlListing.name
        if let failure, !isList || !failure.isAboutContent { throw failure }
        isFirst = false
        waiting[page.interval, default: []].append(catalogue)
        space.took(page.interval, catalogue.facts.objects, next: catalogue.facts.more.next)
    }

    /// Rows come in the order of their names: those of an interval after all before it.
    private mutating func addRows(to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        for interval in space.order where !added.contains(interval) {
            for page in waiting.removeValue(forKey: interval) ?? [] {
                try page.addRows(upTo: space.end(of: interval), to: &builder)
            }
            guard space.isDone(interval) else { return }
            added.insert(interval)
        }
    }
}
