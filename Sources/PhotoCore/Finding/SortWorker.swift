import Foundation

/// Sorts catalogues off the main context, one at a time: apart from searching, which does not wait for it.
final class SortWorker: Sendable {
    private let queue = DispatchQueue(label: "Sort queue", qos: .userInitiated)
    private let collation: any NameCollating

    /// Sorts names by `collation`.
    init(collation: any NameCollating) { self.collation = collation }

    /// `completion` gets all entries in order, on the worker; nil if that was cancelled.
    func sort(
        _ catalogue: Catalogue, by order: ListOrder, failed: EntrySet, flag: CancellationFlag,
        completion: @escaping @Sendable (RowOrder?) -> Void
    ) {
        let sorting = CatalogueSorting(
            catalogue: catalogue, collation: collation, failed: failed, isCancelled: { flag.isCancelled })
        queue.async { completion(flag.isCancelled ? nil : sorting.entries(by: order)) }
    }
}
