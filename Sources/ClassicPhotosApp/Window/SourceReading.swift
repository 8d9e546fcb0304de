import Foundation
import GLibBridge
import PhotoCore
import PhotoServices

/// Reads the catalogue of a source, once what it needs is there: a share is mounted, or the demo's server started.
@MainActor
final class SourceReading {
    private let loader: CatalogueLoader
    private let shares: ShareMount
    private let demos = DemoServers()
    private let libraries: LibraryProbe
    private var probe: ProbeTask?
    private var probeFlag: CancellationFlag?
    /// Ends the reading that waits for the probe.
    private var endWithoutProbe: (@MainActor () -> Void)?

    /// Reads with `loader`; `asker` puts the questions of shares, and `libraries` finds those at addresses of the web.
    init(_ loader: CatalogueLoader, asker: any ShareAsking, libraries: LibraryProbe) {
        self.loader = loader
        self.libraries = libraries
        shares = ShareMount(asker: asker)
    }

    /// Reads `source` instead of the current one. `begin` is called with the source whose catalogue is read: a share's
    /// may have moved since the last time. Without `mounts`, a share that was mounted is read where it was, and asks
    /// nobody. A page of the web without photos may be that of a library, which is read instead; with `prefersLibrary`,
    /// it is looked for first. For the rest see ``CatalogueLoader/load(_:revalidates:known:events:)``.
    func read(
        _ source: CatalogueSource, mounts: Bool, revalidates: Bool, known: BodyVersion?, prefersLibrary: Bool = false,
        begin: @escaping @MainActor (CatalogueSource) -> Void,
        events: @escaping @MainActor @Sendable (CatalogueEvent) -> Void
    ) {
        stopProbe()
        if case .url(let site) = source, known == nil,
            LibraryProbe.mayBeLibrary(site) || prefersLibrary && site.webAddress != nil
        {
            let read = { [weak self] (library: URL) in
                let found = CatalogueSource.url(library)
                begin(found)
                self?.load(found, revalidates, nil, events)
            }
            guard prefersLibrary else {
                begin(source)
                return load(source, revalidates, known) { [weak self] event in
                    guard case .ended(let catalogue, let failure?) = event, catalogue.count == 0,
                        failure.mayBeOfLibrary
                    else { return events(event) }
                    self?.findLibrary(at: site, isPage: false) {
                        events(event)
                    } then: { library in
                        if let library { read(library) } else { events(event) }
                    }
                }
            }
            return findLibrary(at: site, isPage: true) {
                events(.ended(Catalogue(from: site), .cancelled))
            } then: { [weak self] library in
                if let library { return read(library) }
                begin(source)
                self?.load(source, revalidates, known, events)
            }
        }
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

    /// Calls one of both: `stopped` if the person stops reading meanwhile.
    private func findLibrary(
        at site: URL, isPage: Bool, stopped: @escaping @MainActor () -> Void,
        then: @escaping @MainActor @Sendable (URL?) -> Void
    ) {
        stopProbe()
        endWithoutProbe = stopped
        let flag = CancellationFlag()
        probeFlag = flag
        probe = libraries.find(at: site, isPage: isPage) { [weak self] library in
            MainContext.shared.perform { [weak self] in
                guard !flag.isCancelled else { return }
                self?.endWithoutProbe = nil
                then(library)
            }
        }
    }

    private func stopProbe() {
        probeFlag?.cancel()
        probe?.cancel()
        (probe, probeFlag, endWithoutProbe) = (nil, nil, nil)
    }

    /// Stops reading: the rows so far are the catalogue, which ends with `.cancelled`.
    func stop() {
        let end = endWithoutProbe
        stopProbe()
        end?()
        shares.stop()
        loader.stop()
    }

    /// Cancels reading; no event follows.
    func cancel() {
        stopProbe()
        shares.cancel()
        loader.cancel()
    }

    /// Stops the servers of demos, except that of `source`.
    func stopDemos(except source: CatalogueSource?) { demos.stop(except: source) }
}

extension CatalogueFailure {
    /// Whether the page may be that of a library, which shows its photos by scripts only.
    fileprivate var mayBeOfLibrary: Bool {
        switch self {
        case .noPhotos, .noPhotosIn, .noPhotosInFeed, .notACatalogue: true
        // A folder of a WebDAV server that has no page.
        case .fetch(.refused(let status, _, _)): [403, 404, 405].contains(status)
        case .fetch, .archive, .tooLarge, .tooManyPhotos, .cancelled: false
        }
    }
}
