import Foundation

/// Reads a catalogue's further documents, one after the other, as its list is scrolled towards its end (``PageTrail``).
/// Their rows follow those of the documents before them; rows that are there already are left out.
@MainActor
package final class NextPageLoader {
    private let fetcher: any DataFetching
    private let formats: CatalogueFormats
    private let mainContext: any MainContextPerforming
    private let now: @Sendable () -> Int

    /// What is read next, and when.
    package private(set) var trail = PageTrail()
    private var catalogue: Catalogue?
    private var known: KnownRows?
    private var page: Page?
    /// The documents that were named as pages, not as the parts of an index.
    private var pages: Set<URL> = []
    private var revalidates = false
    /// Whether a document has been read since `begin`.
    package private(set) var hasRead = false

    /// More rows have arrived.
    package var grew: (@MainActor (Catalogue) -> Void)?
    /// The trail's state has changed.
    package var changed: (@MainActor () -> Void)?

    /// The document being read.
    private struct Page {
        let reading: CatalogueReading
        /// Whether it was named as a page.
        let isPage: Bool
        var url: URL
        var newRowCount = 0
    }

    /// An idle loader. `now` counts milliseconds.
    package init(
        fetcher: any DataFetching, formats: CatalogueFormats = .core, mainContext: any MainContextPerforming,
        now: @escaping @Sendable () -> Int = { Tracer.monotonicMicroseconds() / 1000 }
    ) {
        (self.fetcher, self.formats, self.mainContext, self.now) = (fetcher, formats, mainContext, now)
    }

    /// Follows on `catalogue`, whose documents so far have been read. `revalidates` asks the server for the others even
    /// if the cache is fresh.
    package func begin(after catalogue: Catalogue, revalidates: Bool = false) {
        end()
        guard !catalogue.more.isEmpty else { return }
        self.catalogue = catalogue
        self.revalidates = revalidates
        known = KnownRows(catalogue)
        note(catalogue.more, catalogue.facts)
        trail = PageTrail(after: catalogue.url, askedFor: catalogue.askedFor, more: catalogue.more)
    }

    /// Forgets the catalogue; nothing follows.
    package func end() {
        page?.reading.stop()
        page = nil
        (trail, catalogue, known, hasRead) = (PageTrail(), nil, nil, false)
        pages = []
    }

    /// A document with these facts names further ones.
    private func note(_ more: NamedDocuments, _ facts: CatalogueFacts) {
        // Without parts, the next page is the only one.
        if facts.more.parts.isEmpty, !more.isEmpty, let next = more[0] { pages.insert(next) }
    }

    /// Stops reading. The document is read from its start when the list is at its end again; rows that have arrived
    /// stay.
    package func stop() {
        leave(isOver: false)
        trail.hasStopped()
    }

    /// The list stands at `reach`.
    package func reached(_ reach: ListReach, savesData: Bool = false) {
        if let url = trail.reached(reach, savesData: savesData) { read(url) }
    }

    /// Reads the next document, or what failed once more, wherever the list stands.
    package func goOn() { if let url = trail.goOn() { read(url) } }

    /// Leaves the document, which is over or not.
    private func leave(isOver: Bool) {
        guard let page else { return }
        page.reading.stop()
        self.page = nil
        // Rows that were not taken yet are lost, and must count as new when they arrive again.
        if !isOver { known = catalogue.map(KnownRows.init) }
    }

    private func read(_ url: URL) {
        guard let known else { return }
        let relay = PageRelay()
        let reading = CatalogueReading(url, as: formats, now: now) { [weak self, mainContext] delivery in
            let delivery = known.removingKnown(from: delivery)
            mainContext.perform {
                guard let self, let reading = relay.reading, self.page?.reading === reading else { return }
                self.take(delivery)
                reading.wasTaken()
            }
        }
        relay.reading = reading
        page = Page(reading: reading, isPage: pages.contains(url), url: url)
        reading.fetch(
            FetchRequest(url: url, limit: Catalogue.maximumByteCount, revalidates: revalidates), with: fetcher)
        changed?()
    }

    private func take(_ delivery: CatalogueReading.Delivery) {
        guard var catalogue, var page else { return }
        if let opening = delivery.opening { page.url = opening.url }
        if let segment = delivery.segment {
            // One owner, so that appending does not copy.
            self.catalogue = nil
            catalogue.append(segment, base: Catalogue.base(delivery.facts, of: page.url))
            page.newRowCount += segment.count
        }
        if delivery.opening?.isStale == true { catalogue.isStale = true }
        // The documents together have the limits of one.
        let failure =
            Catalogue.limitFailure(rowCount: catalogue.count, byteCount: catalogue.byteCount)
            ?? delivery.end.flatMap(\.self)
        let isOver = delivery.end != nil || failure != nil
        if isOver {
            catalogue.mayBeCutShort = catalogue.mayBeCutShort || delivery.mayBeCutShort
            catalogue.more = delivery.more
        }
        (self.catalogue, self.page) = (catalogue, page)
        if isOver {
            hasRead = true
            note(delivery.more, delivery.facts)
            leave(isOver: delivery.end != nil)
            let isEmpty = page.isPage && Self.isEmptyPage(delivery, of: catalogue)
            ended(page, isEmpty ? nil : failure, delivery.more)
        }
        if delivery.segment != nil || isOver { grew?(catalogue) }
        if isOver { changed?() }
    }

    /// Whether a document that is no catalogue by itself is a page of this one: nothing at all, or a page of the same
    /// kind without photos, such as a blog's last one.
    private static func isEmptyPage(_ delivery: CatalogueReading.Delivery, of catalogue: Catalogue) -> Bool {
        guard case .notACatalogue? = delivery.end.flatMap(\.self) else { return false }
        let isSameKind = delivery.facts.formatName == catalogue.facts.formatName
        return delivery.progress.bytes?.received == 0 || isSameKind && delivery.facts.isPageWithoutPhotos
    }

    private func ended(_ page: Page, _ failure: CatalogueFailure?, _ more: NamedDocuments) {
        if let failure, !failure.isAboutContent {
            trail.hasFailed(failure, newRowCount: page.newRowCount)
        } else {
            trail.hasRead(newRowCount: page.newRowCount, from: page.url, more: more)
        }
    }
}

/// Refers to the reading that it precedes.
@MainActor
private final class PageRelay {
    weak var reading: CatalogueReading?
    nonisolated init() {}
}

extension Catalogue {
    /// Why a catalogue of this many rows, with this many bytes of text, gets no more; nil if it gets more.
    package static func limitFailure(
        rowCount: Int, byteCount: Int, mostRows: Int = Catalogue.maximumRowCount
    ) -> CatalogueFailure? {
        if rowCount > mostRows { return .tooManyPhotos(limit: mostRows) }
        return byteCount > maximumByteCount ? .tooLarge(limit: maximumByteCount) : nil
    }
}
