import Foundation
import Synchronization

/// The photos that a catalogue has before its next document is read: pages overlap where something was added between
/// their requests, and one that is read again repeats its own rows.
///
/// Two rows with one address in one document stay two rows, as the document says. Takes eight bytes a row; of ten
/// million, two hashes collide once in a hundred thousand catalogues.
final class KnownRows: Sendable {
    private struct State {
        /// The rows of the first document, until they are needed.
        var first: Catalogue?
        var known: Set<Int> = []
        var page: Set<Int> = []
        var url: URL
    }
    /// For workers only: the first use takes seconds for a million relative addresses.
    private let state: Mutex<State>

    init(_ catalogue: Catalogue) { state = Mutex(State(first: catalogue, url: catalogue.url)) }

    /// The delivery without rows that were known before its document. For a worker.
    func removingKnown(from delivery: CatalogueReading.Delivery) -> CatalogueReading.Delivery {
        state.withLock { state in
            if let opening = delivery.opening { state.url = opening.url }
            defer {
                if delivery.end != nil {
                    state.known.formUnion(state.page)
                    state.page = []
                }
            }
            guard let segment = delivery.segment else { return delivery }
            if let first = state.first {
                for (segment, base) in first.segmentsWithBases { state.known.formUnion(segment.identities(base)) }
                state.first = nil
            }
            let identities = segment.identities(Catalogue.base(delivery.facts, of: state.url))
            let new = identities.indices.filter { !state.known.contains(identities[$0]) }
            state.page.formUnion(identities)
            var delivery = delivery
            if new.count < segment.count { delivery.segment = new.isEmpty ? nil : segment.keeping(new) }
            return delivery
        }
    }
}

extension Catalogue {
    fileprivate var segmentsWithBases: [(segment: CatalogueSegment, base: URL)] {
        var row = 0
        return segments.map { segment in
            defer { row += segment.count }
            return (segment, base(at: row))
        }
    }
}

extension CatalogueSegment {
    /// A hash for each row: of the photo's address, or of the row's name where it has none.
    fileprivate func identities(_ base: URL) -> [Int] {
        withText { text in
            (0..<count).map { row in
                var hasher = Hasher()
                guard let range = range(of: .location, at: row, in: text) else {
                    hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: text[nameRange(at: row)]))
                    return hasher.finalize()
                }
                let location = UnsafeRawBufferPointer(rebasing: text[range])
                if LocationDetection.isAbsolute(location) {
                    hasher.combine(bytes: location)
                } else {
                    let written = String(decoding: location, as: UTF8.self)
                    let url = try? PhotoLocation.resolve(written, against: base).get()
                    // As the bytes of an absolute address, which may name the same photo.
                    var address = url?.absoluteString ?? written
                    address.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
                }
                return hasher.finalize()
            }
        }
    }
}
