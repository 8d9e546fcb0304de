/// Makes the text of rows of a catalogue that is copied, off the main context. Months that are not read are read when
/// it is their turn; those that cannot be read are left out, and counted.
@MainActor
package final class TextCopying {
    private struct State {
        var lines: CopiedLines
    }
    private let context = SerialContext("Copying")
    private let mainContext: any MainContextPerforming
    private let state: Confined<State>
    private let walk: RowWalk

    /// Copies `what` of these entries, in this order. `reader` reads the months of `catalogue`.
    package init(
        _ what: CopiedText, of entries: [UInt32], in catalogue: Catalogue, reader: SectionReader? = nil,
        mainContext: any MainContextPerforming
    ) {
        self.mainContext = mainContext
        let state = Confined(State(lines: CopiedLines(what)), to: context)
        self.state = state
        walk = RowWalk(
            RowOrder(entries, isAscending: false), of: catalogue, reader: reader, in: context,
            mainContext: mainContext
        ) { (rows, catalogue) throws(SaveFailure) in state.lines.append(rows, of: catalogue) }
    }

    /// How much of it is done, from 0 to 1.
    package var fraction: Double { walk.fraction }

    /// Begins. Calls `changed` at each change of the progress, and `ended` once: with the text, and how many lines it
    /// has. After a cancellation there is no text.
    package func start(
        changed: @escaping @MainActor () -> Void,
        ended: @escaping @MainActor @Sendable (_ utf8: [UInt8], SaveOutcome) -> Void
    ) {
        // It lives until it has ended.
        walk.start(changed: changed) { _ in self.walked(ended) }
    }

    /// Gives it up. Calls `ended` at once.
    package func cancel() { walk.cancel() }

    private func walked(_ ended: @escaping @MainActor @Sendable (_ utf8: [UInt8], SaveOutcome) -> Void) {
        let outcome = walk.outcome
        guard !outcome.isCancelled else { return ended([], outcome) }
        context.perform { [state, mainContext] in
            let text = state.lines.utf8
            mainContext.perform { ended(text, outcome) }
        }
    }
}
