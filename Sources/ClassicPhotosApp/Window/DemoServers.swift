import Foundation
import PhotoCore
import PhotoServices

/// Serves the open demo and the one being opened.
@MainActor
final class DemoServers {
    private var demos: [(source: CatalogueSource, server: DemoServer)] = []

    /// The URL of `source`; starts to serve a demo. Throws why it cannot.
    func location(of source: CatalogueSource) throws -> URL {
        switch source {
        case .url(let url): return url
        case .share(let share, let file):
            guard let file else { throw ShareFailure.noPath(host: share.host) }
            return file
        case .demo(let count):
            if let demo = demos.first(where: { $0.source == source }) { return try demo.server.start() }
            let server = DemoServer(count: count)
            let url = try server.start()
            demos.append((source, server))
            return url
        }
    }

    func stop(except kept: CatalogueSource?) {
        for demo in demos where demo.source != kept { demo.server.stop() }
        demos.removeAll { $0.source != kept }
    }
}
