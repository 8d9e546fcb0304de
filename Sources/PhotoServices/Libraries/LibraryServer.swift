import Foundation
import PhotoCore

/// What a person signs out of with a library.
package enum LibraryServer {
    /// One, or what may be at one of several.
    private enum Place {
        case server(WebServer)
        case bucket(S3Access, name: String)
    }

    /// Passes the servers of the library at `address`, also that which each leads to; none if it has none. Of the
    /// servers of a bucket, only the bucket is meant. It may be at a store that only the person's `configuration`
    /// names: that is read on another thread. If the store has a host for each region, the bucket is at those that are
    /// `kept`: the region is known only while the bucket is open.
    @MainActor
    package static func find(
        for address: String, in kept: KeptData, mainContext: any MainContextPerforming,
        _ body: @escaping @MainActor @Sendable (SignOutScope) -> Void,
        configuration: @escaping @Sendable () -> S3Configuration = { .ofThisPerson }
    ) {
        DispatchQueue.global(qos: .userInitiated).async {
            let place = place(of: address, configuration)
            mainContext.perform {
                switch place {
                case .server(let server)?: body(SignOutScope(server.withSecure))
                case .bucket(let bucket, let name)?:
                    kept.protectedServers { known in
                        let own = WebServer(bucket.store).map { [$0] } ?? []
                        let all = own + known.filter { bucket.mayBe(at: $0) }
                        let servers: Set<WebServer> = all.reduce(into: []) { $0.formUnion($1.withSecure) }
                        body(SignOutScope(bucket: name, at: bucket.store, on: servers))
                    }
                case nil: body([])
                }
            }
        }
    }

    private static func place(of address: String, _ configuration: () -> S3Configuration) -> Place? {
        guard let url = URL(string: address) else { return nil }
        if let library = LibraryLocation(url) { return WebServer(library.interface).map { .server($0) } }
        if let folder = DAVFolder(url) { return WebServer(folder.address).map { .server($0) } }
        if GalleryAddress.part(at: url) != nil { return WebServer(url).map { .server($0) } }
        guard let bucket = S3Location(url) else { return nil }
        return (try? configuration().access(to: bucket)).map { .bucket($0, name: bucket.bucket) }
    }
}
