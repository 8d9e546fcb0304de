import Foundation
import PhotoCore
import PhotoServices

/// Reads the catalogue of a source, once what it needs is there: a share is mounted, or the demo's server started.
@MainActor
final class SourceReading {
    private let loader: CatalogueLoader
    private let shares: ShareMount
    private let demos = DemoServers()

    /// Reads with `loader`; `asker` puts the questions of shares.
    init(_ loader: CatalogueLoader, asker: any ShareAsking) {
        self.loader = loader
        shares = ShareMount(asker: asker)
    }

    /// Reads `source` instead of the current one. `begin` is called with the source whose catalogue is read: a share's
    /// may have moved since the last time. Without `mounts`, a share that was mounted is read where it was, and asks
    /// nobody. For the rest see ``CatalogueLoader/load(_:revalidates:known:events:)``.
    func read(
        _ source: CatalogueSource, mounts: Bool, revalidates: Bool, known: BodyVersion?,
        begin: @escaping @MainActor (CatalogueSource) -> Void,
        events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void
    ) {
        guard case .share(let location, let file) = source, mounts || file == nil else {
            begin(source)
            return load(source, revalidates, known, events)
        }
        shares.mount(location) { [weak self] result in
            switch result {
            case .success(let file):
                let mounted = CatalogueSource(location, mountedAt: file)
                begin(mounted)
                self?.load(mounted, revalidates, known, events)
            case .failure(let failure):
                events(
                    .ended(
                        Catalogue(from: location.url),
                        failure == .cancelled ? .cancelled : .fetch(.other(reason: "\(failure)"))))
            }
        }
    }

    private func load(
        _ source: CatalogueSource, _ revalidates: Bool, _ known: BodyVersion?,
        _ events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void
    ) {
        do {
            loader.load(try demos.location(of: source), revalidates: revalidates, known: known, events: events)
        } catch {
            let nowhere = Catalogue(from: source.url ?? URL(fileURLWithPath: "/"))
            events(.ended(nowhere, .fetch(.other(reason: "\(error)"))))
        }
    }

    /// Stops reading: the rows so far are the catalogue, which ends with `.cancelled`.
    func stop() {
        shares.stop()
        loader.stop()
    }

    /// Cancels reading; no event follows.
    func cancel() {
        shares.cancel()
        loader.cancel()
    }

    /// Stops the servers of demos, except that of `source`.
    func stopDemos(except source: CatalogueSource?) { demos.stop(except: source) }
}
