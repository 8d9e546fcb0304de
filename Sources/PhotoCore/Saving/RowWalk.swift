/// Passes chosen rows of a catalogue on, in their order, for what is made of the rows alone. Months that are not read
/// are read when it is their turn, one at a time, and are forgotten once they are passed on.
@MainActor
final class RowWalk {
    /// Takes rows of a version of the catalogue, in a context. Returns how many it has a use for, or throws why it can
    /// take no more.
    typealias Take = @Sendable (_ rows: [Int], _ catalogue: Catalogue) throws(SaveFailure) -> Int

    /// Rows that are passed on at once, a part of those that were chosen.
    private struct Stretch: Sendable {
        var rows: [Int] = []
        /// How many of the chosen rows they are, with those that were passed on before.
        var length = 0
        /// The section that is to be read next; nil if the next row is known.
        var unread: Int?
    }

    private let context: SerialContext
    private let mainContext: any MainContextPerforming
    private let catalogue: Catalogue
    private let reader: SectionReader?
    private let take: Take
    private let flag = CancellationFlag()
    private var order: RowOrder
    /// The rows of `order`, of which months are to be read; and the same as a set, once that is needed.
    private var chosen: ChosenEntries?
    private var all: EntrySet?
    /// The sections that were read, or could not be.
    private var sections: Set<Int> = []
    private var reading: UnreadPhotos?
    /// The place in `order` of the next row.
    private var next = 0
    private var rowCount: Int
    private var doneCount = 0
    private var changed: (@MainActor () -> Void)?
    private var ended: (@MainActor (SaveFailure?) -> Void)?
    /// The result so far.
    private(set) var outcome = SaveOutcome(total: 0)

    /// This many rows take less than a tenth of a second: the progress moves.
    private nonisolated static let mostAtOnce = 20_000

    /// Passes the rows of `order` on to `take`, in `context`. `reader` reads the months of `catalogue`; without it,
    /// rows that are not read are passed on as they are.
    init(
        _ order: RowOrder, of catalogue: Catalogue, reader: SectionReader?, in context: SerialContext,
        mainContext: any MainContextPerforming, take: @escaping Take
    ) {
        (self.order, self.catalogue, self.reader, self.take) = (order, catalogue, reader, take)
        (self.context, self.mainContext) = (context, mainContext)
        rowCount = order.count
    }

    /// Whether it waits for the list of a month.
    var isReading: Bool { reading != nil }

    /// How much of it is done, from 0 to 1.
    var fraction: Double { rowCount > 0 ? min(1, Double(doneCount) / Double(rowCount)) : 1 }

    /// Begins. Calls `changed` at each change of the progress, and `ended` once: with why `take` takes no more, or nil.
    func start(changed: @escaping @MainActor () -> Void, ended: @escaping @MainActor (SaveFailure?) -> Void) {
        (self.changed, self.ended) = (changed, ended)
        guard reader != nil else { return goOn() }
        context.perform { [weak self, mainContext, order] in
            let entries = (0..<order.count).map { UInt32(clamping: order.entry(at: $0)) }
            mainContext.perform { self?.begin(entries) }
        }
    }

    private func begin(_ entries: [UInt32]) {
        guard ended != nil else { return }
        order = RowOrder(entries, isAscending: false)
        // Nothing is made of them but rows.
        chosen = ChosenEntries(entries, in: catalogue, reader: reader) { entry, catalogue in
            SavedPhoto(name: catalogue.name(at: entry), location: catalogue.location(at: entry))
        }
        goOn()
    }

    /// Gives the rest up. Calls `ended` at once.
    func cancel() {
        guard ended != nil else { return }
        flag.cancel()
        reading?.cancel()
        outcome.isCancelled = true
        end(nil)
    }

    // MARK: - One after the other

    private func goOn() {
        guard next < order.count else { return end(nil) }
        pass(catalogue) { [order, catalogue, next, sections, readsMonths = chosen != nil] in
            Self.stretch(of: order, from: next, in: catalogue, without: readsMonths ? sections : nil)
        }
    }

    /// The rows of `order` from a place on, up to the next one whose month is to be read. Rows of `sections` that are
    /// not read were passed on with the first ones; nil if no months are read.
    private nonisolated static func stretch(
        of order: RowOrder, from start: Int, in catalogue: Catalogue, without sections: Set<Int>?
    ) -> Stretch {
        var stretch = Stretch()
        for index in start..<min(order.count, start + mostAtOnce) {
            let row = order.entry(at: index)
            if let sections, catalogue.isUnread(at: row), let section = catalogue.libraryMonth(ofRow: row) {
                guard sections.contains(section) else {
                    stretch.unread = section
                    break
                }
            } else {
                stretch.rows.append(row)
            }
            stretch.length += 1
        }
        return stretch
    }

    private func pass(_ catalogue: Catalogue, _ make: @escaping @Sendable () -> Stretch) {
        context.perform { [weak self, mainContext, take, flag] in
            if flag.isCancelled { return }
            let stretch = make()
            let taken = Result { () throws(SaveFailure) in try take(stretch.rows, catalogue) }
            mainContext.perform { self?.passed(stretch, taken) }
        }
    }

    private func passed(_ stretch: Stretch, _ taken: Result<Int, SaveFailure>) {
        guard ended != nil else { return }
        switch taken {
        case .failure(let failure): end(failure)
        case .success(let count):
            outcome.keptCount += count
            next += stretch.length
            doneCount += stretch.rows.count
            changed?()
            // That may have cancelled it.
            guard ended != nil else { return }
            if let section = stretch.unread { read(section) } else { goOn() }
        }
    }

    private func read(_ section: Int) {
        guard let chosen else { return }
        let run = chosen.run(of: section, from: next)
        sections.insert(section)
        guard let month = chosen.unread(of: section, at: run, among: &all) else { return goOn() }
        next = run.upperBound
        reading = month
        month.read { [weak self] outcome in
            guard let self, reading != nil, ended != nil else { return }
            reading = nil
            add(outcome, of: month)
        }
        changed?()
    }

    private func add(_ read: UnreadPhotos.Outcome, of month: UnreadPhotos) {
        let entries = read.known.entries
        rowCount += entries.count + read.missingCount - month.count
        if read.missingCount > 0 {
            doneCount += read.missingCount
            outcome.add(unread: read.missingCount, of: month.name, read.failure ?? .location(.unread), next)
        }
        pass(read.known.catalogue) { Stretch(rows: entries.map { Int($0) }) }
    }

    private func end(_ failure: SaveFailure?) {
        let ended = ended
        (self.ended, changed, reading) = (nil, nil, nil)
        outcome.total = outcome.keptCount + outcome.missingCount
        ended?(failure)
    }
}
