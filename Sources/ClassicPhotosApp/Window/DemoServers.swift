import Foundation
import PhotoServices

/// Serves what is on screen, if that is a demo, and what is being opened, if that is one.
@MainActor
final class DemoServers {
    private var demos: [(source: CatalogueSource, server: DemoServer)] = []

    /// Where `source` is; a demo is served from then on. Throws what keeps it from being served.
    func location(of source: CatalogueSource) throws -> URL {
        switch source {
        case .url(let url): return url
        case .demo(let count):
            if let demo = demos.first(where: { $0.source == source }) { return try demo.server.start() }
            let server = DemoServer(count: count)
            let url = try server.start()
            demos.append((source, server))
            return url
        }
    }

    /// Stops those that nobody wants any more.
    func stop(except kept: CatalogueSource?) {
        for demo in demos where demo.source != kept { demo.server.stop() }
        demos.removeAll { $0.source != kept }
    }
}
