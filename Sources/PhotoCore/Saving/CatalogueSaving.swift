import Foundation

/// Saves rows of a catalogue to a file, off the main context. Months that are not read are read when it is their turn;
/// those that cannot be read are left out, and counted. The file is either complete or unchanged.
@MainActor
package final class CatalogueSaving {
    private let context = SerialContext("Saving a catalogue")
    private let mainContext: any MainContextPerforming
    private let file: CatalogueFile
    private let walk: RowWalk

    /// Saves the photos among the rows of `order`, in this order, to a file at `path`. `reader` reads the months of
    /// `catalogue`.
    package init(
        _ order: RowOrder, of catalogue: Catalogue, as format: CatalogueSaver.Format, to path: FilePath,
        reader: SectionReader? = nil, mainContext: any MainContextPerforming
    ) {
        self.mainContext = mainContext
        let file = CatalogueFile(
            at: path, of: catalogue, order, as: format, mayGrow: reader != nil, in: context)
        self.file = file
        walk = RowWalk(order, of: catalogue, reader: reader, in: context, mainContext: mainContext) {
            (rows, catalogue) throws(SaveFailure) in try file.append(rows, of: catalogue)
        }
    }

    /// Whether it waits for the list of a month.
    package var isReading: Bool { walk.isReading }

    /// How much of it is done, from 0 to 1.
    package var fraction: Double { walk.fraction }

    /// Begins. Calls `changed` at each change of the progress, and `ended` once: with what was saved, or why the file
    /// is unchanged. It is unchanged as well if nothing was kept.
    package func start(
        changed: @escaping @MainActor () -> Void,
        ended: @escaping @MainActor @Sendable (Result<SaveOutcome, SaveFailure>) -> Void
    ) {
        // It lives until it has ended.
        walk.start(changed: changed) { failure in self.walked(failure, ended) }
    }

    /// Leaves the file unchanged, unless it is complete already. Calls `ended` at once.
    package func cancel() {
        file.flag.cancel()
        walk.cancel()
    }

    private func walked(
        _ failure: SaveFailure?, _ ended: @escaping @MainActor @Sendable (Result<SaveOutcome, SaveFailure>) -> Void
    ) {
        var outcome = walk.outcome
        let hasNone = outcome.keptCount == 0 && outcome.missingCount > 0
        guard failure == nil, !outcome.isCancelled, !hasNone else {
            context.perform { [file] in file.abandon() }
            outcome.keptCount = 0
            if let failure { ended(.failure(failure)) } else { ended(.success(outcome)) }
            return
        }
        context.perform { [file, mainContext, outcome] in
            let result = Result { () throws(SaveFailure) in
                try file.finish()
                return outcome
            }
            mainContext.perform { ended(result) }
        }
    }
}

/// The file of a catalogue that is being saved. In a context.
private final class CatalogueFile: Sendable {
    private struct State {
        var file: SavedFile?
        var document: SavedDocument?
    }
    private let path: FilePath
    private let catalogue: Catalogue
    private let order: RowOrder
    private let format: CatalogueSaver.Format
    private let mayGrow: Bool
    private let state: Confined<State>
    /// Cancelled if no more rows are wanted.
    let flag = CancellationFlag()

    /// The file at `path` for the rows of `order`; with `mayGrow`, other rows may be added.
    init(
        at path: FilePath, of catalogue: Catalogue, _ order: RowOrder, as format: CatalogueSaver.Format, mayGrow: Bool,
        in context: SerialContext
    ) {
        (self.path, self.catalogue, self.order, self.format) = (path, catalogue, order, format)
        self.mayGrow = mayGrow
        state = Confined(State(), to: context)
    }

    /// Adds the photos among these rows. Returns their number.
    func append(_ rows: [Int], of catalogue: Catalogue) throws(SaveFailure) -> Int {
        let file = try begun()
        do {
            return try state.document?.append(
                rows, of: catalogue, isCancelled: { flag.isCancelled }, write: { try file.write($0) }) ?? 0
        } catch {
            throw error as? SaveFailure ?? .cancelled
        }
    }

    /// Completes it.
    func finish() throws(SaveFailure) {
        let file = try begun()
        do {
            try state.document?.end(isCancelled: { false }, write: { try file.write($0) })
        } catch {
            abandon()
            throw error as? SaveFailure ?? .cancelled
        }
        state.file = nil
        try file.finish()
    }

    /// Leaves what was there.
    func abandon() {
        state.file?.abandon()
        state.file = nil
    }

    /// The file, before anything is fetched for it.
    private func begun() throws(SaveFailure) -> SavedFile {
        if let file = state.file { return file }
        let file = try SavedFile(at: path)
        state.file = file
        // Nothing is known of rows that are still to come.
        let isPlain =
            format == .propertyList && !mayGrow
            && CatalogueSaver.isPlain(catalogue, (0..<order.count).lazy.map(order.entry)) { flag.isCancelled }
        state.document = SavedDocument(catalogue.facts, as: format, isPlain: isPlain)
        return file
    }
}
