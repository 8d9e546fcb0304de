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

    /// Reads what is at `url` through `fetcher`, as a window does: one of `fillers` reads what is no document, and
    /// `archives` a document that is an archive. What a shortcut leads to is read as well. Blocks until its end.
    package init(
        of url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats,
        fillers: [any CatalogueFilling] = [], archives: (any CatalogueFilling)? = nil
    ) {
        self.init(of: url, with: fetcher, as: formats, fillers: fillers, archives: archives, followed: 0)
    }

    private init(
        of url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats,
        fillers: [any CatalogueFilling], archives: (any CatalogueFilling)?, followed: Int
    ) {
        if let filler = fillers.first(where: { $0.fills(url) }) {
            let filled = Filled(of: url, by: filler)
            guard let other = filled.catalogue.facts.leadsTo.flatMap(URL.init(string:)) else {
                self.init(filled.catalogue, filled.failure, askedFor: url)
                return
            }
            // It is no folder, but what it is.
            self.init(of: other, with: fetcher, as: formats, fillers: [], archives: archives, followed: followed)
            return
        }
        let document = Self.document(at: url, with: fetcher, as: formats)
        if let target = document.target {
            let other: Result<CatalogueExplanation, CatalogueFailure> =
                followed >= CatalogueLoader.mostFollowed
                ? .failure(.fetch(.tooManyRedirects))
                : target.map {
                    CatalogueExplanation(
                        of: $0, with: fetcher, as: formats, fillers: fillers, archives: archives,
                        followed: followed + 1)
                }
            self.init(document.catalogue, leadsTo: target, other, askedFor: url)
            return
        }
        // An archive may have any length.
        let mayBeArchive = document.failure == .archive || document.failure?.isTooLong == true
        if mayBeArchive, let archives {
            let filled = Filled(of: url, by: archives)
            if document.failure == .archive || filled.catalogue.count > 0 {
                self.init(filled.catalogue, filled.failure, askedFor: url)
                return
            }
        }
        self.init(document.catalogue, document.failure, document.shape, document.pictures, askedFor: url)
    }

    /// What a filler makes of an address.
    private struct Filled {
        let catalogue: Catalogue
        let failure: CatalogueFailure?

        init(of url: URL, by filler: any CatalogueFilling) {
            var builder = CatalogueBuilder()
            var failure: CatalogueFailure?
            do throws(CatalogueFailure) {
                try filler.fill(&builder, from: url) { (_) throws(CatalogueFailure) in }
                if builder.count == 0 { failure = .noPhotos }
            } catch {
                failure = error
            }
            self.failure = failure
            catalogue = builder.finish(from: url)
        }
    }

    private static func document(
        at url: URL, with fetcher: any DataFetching, as formats: CatalogueFormats
    ) -> DocumentIntake {
        let document = Mutex(DocumentIntake(of: url, as: formats))
        let done = DispatchSemaphore(value: 0)
        let flow = FetchFlow()
        let request = FetchRequest(url: url, limit: Catalogue.maximumByteCount)
        let task = fetcher.stream(request, flow: flow) { event in
            // The rest of what fails, or is an archive, is not wanted: an archive's directory is read by itself.
            let isWanted = document.withLock { document in
                document.take(event, flow)
                return document.failure == nil
            }
            if case .ended = event { done.signal() } else if !isWanted { done.signal() }
        }
        done.wait()
        let read = document.withLock { $0 }
        task.cancel()
        return read
    }

    /// A shortcut, and what `other` explains.
    private init(
        _ shortcut: Catalogue, leadsTo target: Result<URL, CatalogueFailure>,
        _ other: Result<CatalogueExplanation, CatalogueFailure>, askedFor url: URL
    ) {
        let address = (try? target.get())?.withoutPassword.absoluteString ?? ""
        let own = [url.withoutPassword.absoluteString, "\(shortcut.facts.formatName), leads to \(address)"]
        switch other {
        case .success(let other): (lines, isEmpty) = (own + other.lines, other.isEmpty)
        case .failure(let failure): (lines, isEmpty) = (own + [failure.description], true)
        }
    }

    private init(
        _ catalogue: Catalogue, _ failure: CatalogueFailure?, _ shape: PhotoShape? = nil,
        _ pictures: PictureTrace = PictureTrace(), askedFor url: URL
    ) {
        let count = catalogue.photoCount
        let format = catalogue.facts.formatName
        var lines = [url.withoutPassword.absoluteString]
        if !format.isEmpty {
            let opens = catalogue.folderCount
            let others = opens == 0 ? "" : ", \(opens) \(opens == 1 ? "row that opens" : "rows that open")"
            lines.append("\(format), \(count) \(count == 1 ? "photo" : "photos")\(others)")
        }
        let unread = catalogue.facts.unreadableFolderCount
        if unread > 0 { lines.append("\(unread) \(unread == 1 ? "folder" : "folders") could not be read") }
        // An index has no photos of its own.
        if let failure, failure != .noPhotos || catalogue.facts.more.parts.isEmpty { lines.append(failure.description) }
        let hasOwnWords = shape.map { $0.isEmpty && !$0.later.isEmpty } ?? false
        if hasOwnWords { lines += catalogue.facts.rule?.explanation ?? [] }
        lines += shape?.explanation ?? []
        lines += pictures.explanation { Self.shown($0, in: catalogue) }
        let parts = Self.parts(of: catalogue)
        if shape == nil, pictures.isEmpty, catalogue.count > 0 || !parts.isEmpty {
            lines += catalogue.facts.rule?.explanation ?? ["read by the rules of its format"]
        }
        lines += (0..<catalogue.count).prefix(Self.mostRows).flatMap { Self.row($0, of: catalogue) }
        lines += Self.others(parts, next: catalogue.facts.more.next.flatMap { Self.resolved($0, in: catalogue) })
        (self.lines, isEmpty) = (lines, catalogue.count == 0 && parts.isEmpty)
    }

    /// The documents of which it is the index.
    private static func parts(of catalogue: Catalogue) -> [URL] {
        catalogue.facts.more.parts.compactMap { resolved($0, in: catalogue) }
    }

    private static func resolved(_ page: NextPage, in catalogue: Catalogue) -> URL? {
        page.resolve(for: catalogue.url, base: Catalogue.base(catalogue.facts, of: catalogue.url))
    }

    /// The documents whose photos follow in the same list.
    private static func others(_ parts: [URL], next: URL?) -> [String] {
        var lines = next.map { ["goes on at \($0.withoutPassword.absoluteString)"] } ?? []
        guard !parts.isEmpty else { return lines }
        lines.append("the index of \(parts.count) \(parts.count == 1 ? "document" : "documents"), read in this order")
        return lines + parts.prefix(mostRows).map { "  \($0.withoutPassword.absoluteString)" }
    }

    /// An address as the document means it, without a password.
    private static func shown(_ address: String, in catalogue: Catalogue) -> String {
        let url = catalogue.resolved(address)
        let text = url?.withoutPassword.absoluteString ?? URLText.withoutPassword(address)
        return text.count > longestAddress ? text.prefix(longestAddress) + "…" : text
    }

    /// What an address holds itself (`data:`) fills no screen.
    private static let longestAddress = 200

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

extension CatalogueFailure {
    fileprivate var isTooLong: Bool {
        switch self {
        case .tooLarge, .fetch(.tooLarge): true
        default: false
        }
    }
}
