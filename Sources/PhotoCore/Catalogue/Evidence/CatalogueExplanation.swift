import Dispatch
import Foundation
import Synchronization

/// What a document was read as, what was taken for a photo, and why: for a terminal.
package struct CatalogueExplanation: Sendable {
    /// Lines of text.
    package let lines: [String]
    /// Whether the document has neither photos nor anything that opens.
    package let isEmpty: Bool

    /// As many rows are listed: enough to see whether they are the right ones.
    private static let mostRows = 10

    /// Reads the document at `url` through `fetcher`, as a window does. Blocks until its end.
    package init(of url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats) {
        let document = Mutex(DocumentIntake(of: url, as: formats))
        let done = DispatchSemaphore(value: 0)
        let flow = FetchFlow()
        let request = FetchRequest(url: url, limit: Catalogue.maximumByteCount)
        let task = fetcher.stream(request, flow: flow) { event in
            document.withLock { $0.take(event, flow) }
            if case .ended = event { done.signal() }
        }
        done.wait()
        _ = task
        self = document.withLock { CatalogueExplanation($0, askedFor: url) }
    }

    private init(_ document: DocumentIntake, askedFor url: URL) {
        let catalogue = document.catalogue
        let count = catalogue.photoCount
        let format = catalogue.facts.formatName
        var lines = [url.withoutPassword.absoluteString]
        if !format.isEmpty {
            let opens = catalogue.folderCount
            let others = opens == 0 ? "" : ", \(opens) \(opens == 1 ? "row that opens" : "rows that open")"
            lines.append("\(format), \(count) \(count == 1 ? "photo" : "photos")\(others)")
        }
        if let failure = document.failure { lines.append(failure.description) }
        lines += document.shape?.explanation ?? (catalogue.count > 0 ? ["read by the rules of its format"] : [])
        lines += (0..<catalogue.count).prefix(Self.mostRows).flatMap { Self.row($0, of: catalogue) }
        (self.lines, isEmpty) = (lines, catalogue.count == 0)
    }

    private static func row(_ row: Int, of catalogue: Catalogue) -> [String] {
        if let folder = catalogue.folder(at: row) {
            return ["row \(row + 1): \(catalogue.name(at: row))", "  opens \(folder.withoutPassword.absoluteString)"]
        }
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
