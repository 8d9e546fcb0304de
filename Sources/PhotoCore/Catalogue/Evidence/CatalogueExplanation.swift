import Dispatch
import Foundation
import Synchronization

/// What a document was read as, what was taken for a photo, and why: for a terminal.
package struct CatalogueExplanation: Sendable {
    /// Lines of text.
    package let lines: [String]
    /// Whether the document has photos.
    package let hasPhotos: Bool

    /// As many photos are listed: enough to see whether they are the right ones.
    private static let mostPhotos = 10

    /// Reads the document at `url` through `fetcher`, as a window does. Blocks until its end.
    package init(of url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats) {
        let reader = Reader(formats)
        let done = DispatchSemaphore(value: 0)
        let flow = FetchFlow()
        let request = FetchRequest(url: url, limit: Catalogue.maximumByteCount)
        let task = fetcher.stream(request, flow: flow) { event in
            reader.take(event, flow)
            if case .ended = event { done.signal() }
        }
        done.wait()
        _ = task
        self = reader.explanation(of: url)
    }

    fileprivate init(lines: [String], hasPhotos: Bool) { (self.lines, self.hasPhotos) = (lines, hasPhotos) }

    /// Takes a document's events, one after the other, from any thread.
    private final class Reader: Sendable {
        private struct State {
            var url: URL?
            var intake: CatalogueIntake?
            var failure: CatalogueFailure?
        }
        private let formats: CatalogueFormats
        private let state = Mutex(State())

        init(_ formats: CatalogueFormats) { self.formats = formats }

        func take(_ event: FetchEvent, _ flow: FetchFlow) {
            state.withLock { state in
                do throws(CatalogueFailure) {
                    switch event {
                    case .opened(let opening):
                        state.url = opening.url
                        let hint = CatalogueHint(url: opening.url, contentType: opening.contentType)
                        state.intake = CatalogueIntake(formats: formats, hint: hint, builder: CatalogueBuilder())
                    case .bytes(let bytes):
                        flow.taken(bytes.count)
                        if state.failure == nil {
                            try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                                try state.intake?.take(bytes)
                            }
                        }
                    case .unmarkedEnd: break
                    case .ended(let failure?): state.failure = state.failure ?? .fetch(failure)
                    case .ended(nil): if state.failure == nil { try state.intake?.finish() }
                    }
                } catch {
                    state.failure = error
                }
            }
        }

        func explanation(of url: URL) -> CatalogueExplanation {
            state.withLock { state in
                let shape = state.intake?.builder.shape
                let catalogue = state.intake?.builder.finish(from: state.url ?? url)
                let count = catalogue?.count ?? 0
                let format = catalogue?.facts.formatName ?? ""
                var lines = [url.withoutPassword.absoluteString]
                if !format.isEmpty { lines.append("\(format), \(count) \(count == 1 ? "photo" : "photos")") }
                if let failure = state.failure { lines.append(failure.description) }
                lines += shape?.explanation ?? (count > 0 ? ["read by the rules of its format"] : [])
                if let catalogue {
                    lines += (0..<min(count, CatalogueExplanation.mostPhotos)).flatMap { Self.photo($0, catalogue) }
                }
                return CatalogueExplanation(lines: lines, hasPhotos: count > 0)
            }
        }

        private static func photo(_ row: Int, _ catalogue: Catalogue) -> [String] {
            var lines = ["photo \(row + 1): \(catalogue.name(at: row))"]
            switch catalogue.location(at: row) {
            case .success(let url): lines.append("  address \(url.withoutPassword.absoluteString)")
            case .failure(let failure): lines.append("  \(failure)")
            }
            if let small = catalogue.thumbnailLocation(at: row) {
                lines.append("  thumbnail \(small.withoutPassword.absoluteString)")
            }
            return lines
        }
    }
}
