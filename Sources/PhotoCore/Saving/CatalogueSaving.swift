import Foundation

/// Saves rows of a catalogue to a file, off the main context, one file at a time.
@MainActor
package final class CatalogueSaving {
    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Saving", qos: .userInitiated)
    private var flag = CancellationFlag()

    package init(mainContext: any MainContextPerforming) { self.mainContext = mainContext }

    /// Saves the photos among these entries of the catalogue in this order, without those that are not read. Reports
    /// their number, or the failure; nothing after a cancellation. The file is either complete or unchanged.
    package func save(
        _ catalogue: Catalogue, _ order: RowOrder, as format: CatalogueSaver.Format, to path: FilePath,
        completion: @escaping @MainActor @Sendable (Result<Int, SaveFailure>) -> Void
    ) {
        queue.async { [mainContext, flag] in
            let result = Result { () throws(SaveFailure) in
                try Self.save(catalogue, order, as: format, to: path) { flag.isCancelled }
                let photoCount = PhotoPlaces(order, folderEntries: catalogue.folders).count
                return photoCount - catalogue.unreadCount(of: (0..<order.count).lazy.map(order.entry))
            }
            mainContext.perform { if !flag.isCancelled { completion(result) } }
        }
    }

    package func cancel() {
        flag.cancel()
        flag = CancellationFlag()
    }

    nonisolated static func save(
        _ catalogue: Catalogue, _ order: RowOrder, as format: CatalogueSaver.Format, to path: FilePath,
        isCancelled: () -> Bool
    ) throws(SaveFailure) {
        let file = try SavedFile(at: path)
        do {
            try CatalogueSaver.save(
                catalogue, rows: (0..<order.count).lazy.map(order.entry), as: format, isCancelled: isCancelled,
                write: { try file.write($0) })
        } catch {
            file.abandon()
            throw error as? SaveFailure ?? .cancelled
        }
        try file.finish()
    }
}
