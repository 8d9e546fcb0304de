import Foundation

/// Which further document of a catalogue is read, and when. A pure value: its owner fetches and reports.
///
/// Documents are read one after the other, each once, as the list is scrolled towards its end. The pages of a document
/// come before the other parts of the index that named it. A part that cannot be read hides none that follow.
package struct PageTrail: Sendable {
    package enum State: Sendable, Equatable {
        /// There is nothing more.
        case ended
        /// There is more, which is not wanted yet.
        case waiting
        case reading(URL)
        case failed(URL, CatalogueFailure)
        /// All have been read but as many, at least two, which were passed over.
        case incomplete(Int)
    }
    package private(set) var state = State.ended
    /// What documents have named, from `next` to `end`, without those that do not count.
    private struct Pending {
        let documents: NamedDocuments
        var next = 0
        var end: Int
    }
    /// The documents to read, in lists of which the last one is next. They may be among those that were begun.
    private var pending: [Pending] = []
    /// Documents to read again before the others, the next one last.
    private var again: [URL] = []
    /// Those that were passed over, and why, in order.
    private var passedOver: [(url: URL, failure: CatalogueFailure)] = []
    /// The names of all that were begun.
    private var begun: Set<Int> = []
    private var namedByteCount = 0
    private let addressLimit: Int
    /// How many documents in a row brought nothing new, and how many of the last of them were each the only one known.
    private var barrenCount = 0, barrenChainCount = 0

    /// A server that names page after page without photos may go on like that forever.
    package static let mostBarren = 3
    /// Most maps of a site have no pictures, and collections lie in collections: the parts of an index are more, but
    /// their number is known.
    package static let mostBarrenParts = 64

    /// Nothing more.
    package init() { addressLimit = 0 }

    /// After the catalogue's first document, from `url`, which names the documents `more`. Addresses of more than
    /// `addressLimit` bytes in all are not read. Like the rows of all documents, they have the limit of one document.
    ///
    /// A redirect may have led to `url` from the address `askedFor`.
    package init(after url: URL, askedFor: URL? = nil, more: NamedDocuments, addressLimit: Int? = nil) {
        self.addressLimit = addressLimit ?? Catalogue.maximumByteCount
        begun = Set([url, askedFor ?? url].map(NamedDocuments.name(of:)))
        add(more)
        rest()
    }

    /// Whether anything more is to come, as far as known.
    package var hasMore: Bool { state != .ended }

    /// The list stands at `reach`. Returns the document to read now, if any.
    package mutating func reached(_ reach: ListReach, savesData: Bool) -> URL? {
        guard state == .waiting, reach == .atEnd || reach == .nearEnd && !savesData else { return nil }
        return begin()
    }

    /// Reads the next document although the list is elsewhere, or what failed once more.
    package mutating func goOn() -> URL? {
        switch state {
        case .waiting: return begin()
        case .failed(let url, _):
            state = .reading(url)
            return url
        case .incomplete:
            again = passedOver.reversed().map { $0.url }
            passedOver = []
            (barrenCount, barrenChainCount) = (0, 0)
            return begin()
        case .ended, .reading: return nil
        }
    }

    /// The document has been read to its end, `newRowCount` rows of it are new; it came from `url`, after redirects.
    package mutating func hasRead(newRowCount: Int, from url: URL, more: NamedDocuments) {
        guard case .reading = state else { return }
        begun.insert(NamedDocuments.name(of: url))
        skipBegun()
        if count(newRowCount, isChain: more.count <= 1 && isAtEnd) { add(more) }
        rest()
    }

    /// Counts a document. Returns whether to go on; if not, nothing is pending.
    private mutating func count(_ newRowCount: Int, isChain: Bool) -> Bool {
        barrenCount = newRowCount > 0 ? 0 : barrenCount + 1
        barrenChainCount = newRowCount > 0 || !isChain ? 0 : barrenChainCount + 1
        let isBarren = barrenCount >= Self.mostBarrenParts || barrenChainCount >= Self.mostBarren
        if isBarren { (pending, again) = ([], []) }
        return !isBarren
    }

    /// The document could not be read, or not to its end; `newRowCount` rows of it are new.
    package mutating func hasFailed(_ failure: CatalogueFailure, newRowCount: Int = 0) {
        guard case .reading(let url) = state else { return }
        if case .tooManyPhotos = failure { (pending, again) = ([], []) }
        skipBegun()
        guard failure.isLasting, !isAtEnd || !passedOver.isEmpty else {
            state = .failed(url, failure)
            return
        }
        passedOver.append((url, failure))
        _ = count(newRowCount, isChain: false)
        rest()
    }

    /// It is no longer wanted: it is read when the list is at its end again.
    package mutating func hasStopped() {
        guard case .reading(let url) = state else { return }
        again.append(url)
        state = .waiting
    }

    private mutating func begin() -> URL? {
        guard let next = again.popLast() ?? takePending() else {
            rest()
            return nil
        }
        state = .reading(next)
        return next
    }

    private mutating func takePending() -> URL? {
        skipBegun()
        while let list = pending.indices.last {
            let (documents, next) = (pending[list].documents, pending[list].next)
            begun.insert(documents.name(next))
            skipBegun()
            if let url = documents[next] { return url }
        }
        return nil
    }

    /// Leaves out what was begun since it was named.
    private mutating func skipBegun() {
        while let list = pending.indices.last {
            while pending[list].next < pending[list].end,
                begun.contains(pending[list].documents.name(pending[list].next))
            {
                pending[list].next += 1
            }
            if pending[list].next < pending[list].end { return }
            pending.removeLast()
        }
    }

    /// Whether nothing is to be read, once what was begun is left out.
    private var isAtEnd: Bool { pending.isEmpty && again.isEmpty }

    private mutating func add(_ more: NamedDocuments) {
        let count = more.count(within: addressLimit - namedByteCount)
        namedByteCount += more.byteCount(ofFirst: count)
        if count > 0 { pending.append(Pending(documents: more, end: count)) }
        var excess = pending.reduce(-NextPages.mostParts) { $0 + $1.end - $1.next }
        while excess > 0 {
            let dropped = min(excess, pending[0].end - pending[0].next)
            pending[0].end -= dropped
            excess -= dropped
            if pending[0].next == pending[0].end { pending.removeFirst() }
        }
    }

    private mutating func rest() {
        skipBegun()
        if !isAtEnd {
            state = .waiting
        } else if let only = passedOver.first, passedOver.count == 1 {
            passedOver = []
            state = .failed(only.url, only.failure)
        } else {
            state = passedOver.isEmpty ? .ended : .incomplete(passedOver.count)
        }
    }
}

/// How far a list is scrolled towards its end.
package enum ListReach: Sendable, Equatable {
    case elsewhere
    /// At most another screen follows.
    case nearEnd
    /// The last row is on screen.
    case atEnd

    /// For a list of `count` rows, of which `rows` are on screen; nil if that is not known.
    package init(rows: Range<Int>?, count: Int) {
        guard let rows, rows.upperBound < count else {
            self = rows == nil && count > 0 ? .elsewhere : .atEnd
            return
        }
        self = count - rows.upperBound <= max(1, rows.count) ? .nearEnd : .elsewhere
    }
}
