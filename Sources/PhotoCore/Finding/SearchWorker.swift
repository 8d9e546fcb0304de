import Foundation
import Synchronization

/// Searches one catalogue after another off the main context. Keeps the index and the last result, which the next
/// search often only narrows or extends.
///
/// Jobs run one at a time, in order.
final class SearchWorker: Sendable {
    private struct State {
        var index = CatalogueIndex()
        /// The catalogue of the index and the result.
        var generation = 0
        var query = SearchQuery("")
        /// The matches among the first `searched` entries, in the catalogue's order.
        var found: [UInt32] = []
        var searched = 0
    }
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "Search queue", qos: .userInitiated)

    /// Prepares the catalogue's index for the first search.
    func prepare(_ catalogue: Catalogue, generation: Int, flag: CancellationFlag) {
        queue.async { [self] in
            state.withLock { state in
                Self.take(catalogue, generation, into: &state)
                _ = state.index.follow(catalogue) { flag.isCancelled }
            }
        }
    }

    /// Finds the rows of `order` that match the query; calls `completion` on the worker, with nil if cancelled.
    func search(
        _ query: SearchQuery, in catalogue: Catalogue, generation: Int, order: RowOrder, flag: CancellationFlag,
        completion: @escaping @Sendable (RowOrder?) -> Void
    ) {
        queue.async { [self] in
            let found = state.withLock { state in Self.find(query, in: catalogue, generation, flag, &state) }
            guard let found else { return completion(nil) }
            let rows =
                order.isIdentity
                ? RowOrder(found, isAscending: true) : RowOrder(order.filtered(EntrySet(found)), isAscending: false)
            completion(flag.isCancelled ? nil : rows)
        }
    }

    /// The memory of the index in bytes, after any running search.
    var indexByteCount: Int { state.withLock { $0.index.byteCount } }

    func forget() { queue.async { [self] in state.withLock { $0 = State() } } }

    private static func take(_ catalogue: Catalogue, _ generation: Int, into state: inout State) {
        guard state.generation != generation else { return }
        state.generation = generation
        state.query = SearchQuery("")
        state.found = []
        state.searched = 0
    }

    private static func find(
        _ query: SearchQuery, in catalogue: Catalogue, _ generation: Int, _ flag: CancellationFlag, _ state: inout State
    ) -> [UInt32]? {
        take(catalogue, generation, into: &state)
        let isCancelled = { @Sendable in flag.isCancelled }
        guard !flag.isCancelled, state.index.follow(catalogue, isCancelled: isCancelled) else { return nil }
        let isKnown = !state.query.isEmpty && query.narrows(state.query)
        if !isKnown || query != state.query {
            let old = isKnown ? state.found : nil
            let end = isKnown ? state.searched : 0
            // Among a shorter query's matches; entries that it has not checked follow below.
            guard
                let found = old == nil
                    ? [] : state.index.search(query, among: old, isCancelled: isCancelled)
            else { return nil }
            (state.query, state.found, state.searched) = (query, found, end)
        }
        if state.searched < catalogue.count {
            guard let more = state.index.search(query, from: state.searched, isCancelled: isCancelled) else {
                return nil
            }
            state.found += more
            state.searched = catalogue.count
        }
        return state.found
    }
}
