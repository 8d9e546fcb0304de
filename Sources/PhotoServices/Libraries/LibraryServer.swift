import Foundation
import PhotoCore

/// What a person signs out of with a library.
package enum LibraryServer {
    /// One, or what may be at one of several.
    private enum Place {
        case server(WebServer)
        case library(WebServer, LibraryLocation)
        case gallery(WebServer, at: URL)
        /// There is a `doubt` where the configuration no longer names its store.
        case bucket(S3Access, name: String, doubt: FetchFailure?)
        case unknown(FetchFailure)
    }

    /// Passes the servers of the library at `address`, also that which each leads to; none if it has none. Of the
    /// servers of a bucket, a gallery or an Immich or PhotoPrism library, only that is meant. A bucket may be at a
    /// store that only the person's `configuration` names: that is read on another thread. If the store has a host for
    /// each region, the bucket is at those that are `kept`: the region is known only while the bucket is open. What the
    /// libraries at the addresses `others` need stays.
    ///
    /// Fails if the configuration no longer says where a bucket is, and nothing is known from where it may be.
    @MainActor
    package static func find(
        for address: String, leaving others: [String] = [], in kept: KeptData, mainContext: any MainContextPerforming,
        _ body: @escaping @MainActor @Sendable (Result<SignOutScope, FetchFailure>) -> Void,
        configuration: @escaping @Sendable () -> S3Configuration = { .ofThisPerson }
    ) {
        DispatchQueue.global(qos: .userInitiated).async {
            let place = place(of: address, configuration)
            mainContext.perform {
                switch place {
                case .server(let server)?: body(.success(SignOutScope(server.withSecure)))
                case .library(let server, let library)?:
                    body(.success(SignOutScope(library: library, on: server.withSecure, leaving: others)))
                case .gallery(let server, let url)?:
                    body(.success(SignOutScope(gallery: url, on: server.withSecure)))
                case .bucket(let bucket, let name, let doubt)?:
                    kept.protectedServers { known in
                        let own = WebServer(bucket.store).map { [$0] } ?? []
                        let all = own + known.filter { bucket.mayBe(at: $0) }
                        let servers: Set<WebServer> = all.reduce(into: []) { $0.formUnion($1.withSecure) }
                        if let doubt, servers.isDisjoint(with: known) { return body(.failure(doubt)) }
                        body(.success(SignOutScope(bucket: name, at: bucket.store, on: servers)))
                    }
                case .unknown(let failure)?: body(.failure(failure))
                case nil: body(.success([]))
                }
            }
        }
    }

    /// Whether a person signs out of all of a server with the library at `address`: the passwords of folders are HTTP's
    /// own, which do not tell them apart, and a gallery that is not below a path has its server for itself.
    package static func isWhole(_ address: String) -> Bool {
        guard let url = URL(string: address), LibraryLocation(url) == nil else { return false }
        if DAVFolder(url) != nil { return true }
        return GalleryAddress.part(at: url).map { SignOutScope(gallery: $0.gallery, on: []).isWhole } ?? false
    }

    private static func place(of address: String, _ configuration: () -> S3Configuration) -> Place? {
        guard let url = URL(string: address) else { return nil }
        if let library = LibraryLocation(url) { return WebServer(library.interface).map { .library($0, library) } }
        if let folder = DAVFolder(url) { return WebServer(folder.address).map { .server($0) } }
        if let gallery = GalleryAddress.part(at: url)?.gallery {
            return WebServer(gallery).map { .gallery($0, at: gallery) }
        }
        return S3Location(url).map { place(of: $0, configuration()) }
    }

    private static func place(of bucket: S3Location, _ configuration: S3Configuration) -> Place {
        do throws(FetchFailure) {
            return .bucket(try configuration.access(to: bucket), name: bucket.bucket, doubt: nil)
        } catch {
            // Most profiles have only keys: the store is that of the usual one.
            let usual = try? configuration.access(to: bucket.withoutProfile)
            return usual.map { Place.bucket($0, name: bucket.bucket, doubt: error) } ?? .unknown(error)
        }
    }
}
