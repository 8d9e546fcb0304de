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
