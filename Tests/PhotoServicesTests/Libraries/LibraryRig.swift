import Foundation
import Synchronization
import TestSupport

@testable import PhotoCore
@testable import PhotoServices

/// Opens libraries of a loopback server as the program does: with a session for catalogues and one for photos.
struct LibraryRig {
    let kind: LibraryKind
    let places = LibraryPlaces()
    let asker: StubAsker
    let catalogues, photos: DataFetcher
    let store: LibraryStore?

    /// A person gives `keys`, one after the other.
    init(_ kind: LibraryKind, _ keys: [String] = [], store: LibraryStore? = nil) {
        (self.kind, self.store) = (kind, store)
        asker = StubAsker {
            $0 <= keys.count ? CredentialAnswer(Credential(name: "", password: keys[$0 - 1])) : nil
        }
        let broker = CredentialBroker(asker: asker, store: StubCredentialStore())
        catalogues = DataFetcher(credentials: broker, places: places)
        photos = DataFetcher(credentials: broker, places: places)
    }

    /// The URL of the library, or of a part.
    func url(of server: LoopbackServer, part: String = "") -> URL {
        URL(string: "\(kind.rawValue)+\(server.url(part).absoluteString)") ?? server.url("")
    }

    func open(
        _ server: LoopbackServer, revalidates: Bool = false, part: String = ""
    ) -> (facts: CatalogueFacts, failure: CatalogueFailure?, rows: Int, catalogue: Catalogue) {
        var builder = CatalogueBuilder()
        builder.revalidates = revalidates
        builder.retries = PageRetries(firstWait: 0)
        let url = url(of: server, part: part)
        var failure: CatalogueFailure?
        do throws(CatalogueFailure) {
            let filler = LibraryFiller(catalogues, places: places, store: store)
            try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
        } catch {
            failure = error
        }
        let (facts, rows) = (builder.facts, builder.count)
        return (facts, failure, rows, builder.finish(from: url))
    }

    /// The head of the reply to a request for a photo; nil without one.
    func head(_ url: URL) async -> ReplyHead? {
        let opened = Mutex<ReplyHead?>(nil)
        return await withCheckedContinuation { continuation in
            _ = photos.send(WireRequest(url: url)) { event in
                switch event {
                case .opened(let head, _): opened.withLock { $0 = head }
                case .ended: continuation.resume(returning: opened.withLock { $0 })
                case .file, .bytes: break
                }
            }
        }
    }

    func fetch(_ url: URL) async -> Result<FetchedData, FetchFailure> {
        await withCheckedContinuation { continuation in
            _ = photos.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
        }
    }
}

extension Catalogue {
    /// The ratios of its photos in a timeline, rounded to hundredths.
    var timelineRatios: [Double] {
        let reading = TimelineReading(catalogue: self, isCancelled: { false })
        guard let order = reading.order(newestFirst: true), let read = reading.sections(of: order) else { return [] }
        let ratios: [TimelineRatio] = read.sections.filter { !$0.isOfFolders }.flatMap { $0.content?.ratios ?? [] }
        return ratios.map { ($0.value * 100).rounded() / 100 }
    }
}
