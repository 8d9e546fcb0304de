import GLibBridge
import GtkBridge
import PhotoCore

/// Adds the first rows of a catalogue to the list a few at a time, and removes them in the same way, so that the main
/// context is never blocked for long.
///
/// GTK's list creates widgets for up to about 200 rows at once, and its grid for about 33 rows of cells, whatever is on
/// screen. Creating and laying them out all at once takes 150 ms of processor time, and removing them all at once 10 to
/// 20. Further rows cost nothing.
@MainActor
final class RowFeed {
    /// How many rows are added at a time.
    struct Portions: Equatable {
        /// How many are side by side. They are added together, so that rows added above do not shift the others
        /// sideways.
        let columns: Int
        /// Immediately: most or all of the rows on screen.
        let first: Int
        /// In each frame.
        let each: Int
        /// More than are on screen.
        let screenful: Int
        /// More than the list has widgets for.
        let costly: Int
    }

    private let layouts: ListLayouts
    private let records: PhotoListModel
    private let changed: PhotoListModel.Change
    private let ended: @MainActor () -> Void
    private var frame: FrameRequest?
    private var feedTimer: MainTimer?
    private var withdrawalTimer: MainTimer?
    private var phase = Phase.resting

    private enum Phase {
        case resting
        case giving
        case withdrawing(Withdrawing)
    }

    private var portions: Portions { layouts.portions }

    /// How many of its rows the list has. After `stop`, some may be held back.
    var supply: ListGeometry.Supply {
        switch phase {
        case .resting: .complete
        case .giving: .giving
        case .withdrawing: .takingAway
        }
    }

    /// Adds the rows of `records` to the list, at the rate of its layout. `changed` is called at each change, and
    /// `ended` when the list has all rows some time after `begin` or `goOnWithMore`.
    init(
        _ layouts: ListLayouts, from records: PhotoListModel, changed: @escaping PhotoListModel.Change,
        ended: @escaping @MainActor () -> Void
    ) {
        (self.layouts, self.records, self.changed, self.ended) = (layouts, records, changed, ended)
        frame = FrameRequest(of: layouts.scroller, .painted) { [weak self] in
            // Not within the frame, which has already used its time.
            self?.feedTimer = MainTimer(after: 1) { self?.goOn() }
        }
    }

    // MARK: - Giving

    /// Adds the first rows now, and the others soon. If the model begins in the middle, the rows that fill a screen
    /// from there are added first, then those below and above in turn.
    func begin() {
        stop()
        give(portions.first)
    }

    /// Adds the first rows in the next turn of the main loop, before the next frame, and the others soon: to open a
    /// catalogue fills a turn of its own.
    func beginSoon() {
        // A timeline has widgets for the screen only, and no place for any row before it has all: all come at once.
        guard portions.costly > 0 else { return begin() }
        stop()
        giveInNextTurn(portions.first)
    }

    /// The model has more rows at its end: adds a few in the next turn of the main loop, or those that its screen
    /// lacks, and the others soon. To take in the longer catalogue fills a turn of its own.
    func goOnWithMore() {
        guard supply == .complete, hasMore else { return }
        let portions = portions
        guard records.count < portions.costly else { return revealAll() }
        giveInNextTurn(max(portions.each, portions.first - records.count))
    }

    private func giveInNextTurn(_ count: Int) {
        phase = .giving
        feedTimer = MainTimer(after: 0) { [weak self] in
            guard let self else { return }
            feedTimer = nil
            give(count)
            if supply == .complete { ended() }
        }
    }

    /// Adds all rows now.
    func finish() {
        stop()
        revealAll()
    }

    private func revealAll() {
        records.reveal(records.heldBackCount, changed)
        records.revealAbove(records.heldBackAboveCount, changed)
    }

    /// Stops, and leaves the list with its current rows.
    func stop() {
        feedTimer = nil
        withdrawalTimer = nil
        phase = .resting
    }

    private func goOn() {
        feedTimer = nil
        guard supply == .giving else { return }
        give(portions.each)
        if supply == .complete { ended() }
    }

    private func give(_ count: Int) {
        feed(count)
        phase = hasMore ? .giving : .resting
        if hasMore { frame?.request() }
    }

    private func feed(_ count: Int) {
        let portions = portions
        guard records.count < portions.costly else { return revealAll() }
        let columns = portions.columns
        for _ in 0..<max(1, count / columns) where hasMore {
            let isAboveNext = records.count > portions.screenful && records.count / columns % 2 == 0
            if records.heldBackAboveCount > 0, isAboveNext || records.heldBackCount == 0 {
                records.revealAbove(columns, changed)
            } else {
                records.reveal(columns, changed)
            }
        }
    }

    private var hasMore: Bool { records.heldBackCount > 0 || records.heldBackAboveCount > 0 }

    // MARK: - Taking away

    private struct Withdrawing {
        /// The rows that stay: those on screen.
        var kept: Range<Int>
        /// Called when all other rows are removed.
        var done: (@MainActor () -> Void)?
    }

    /// Removes all rows but `kept`, in short turns of the main loop; rows without widgets are removed at once. `begin`,
    /// `finish` and `stop` end it.
    func withdraw(keeping kept: Range<Int>) {
        stop()
        phase = .withdrawing(Withdrawing(kept: kept))
        withdrawMore()
    }

    /// Calls `body` when the removal is complete, instead of the previous callback; immediately, if it already is.
    func whenWithdrawn(_ body: @escaping @MainActor () -> Void) {
        guard case .withdrawing(var withdrawing) = phase else { return }
        withdrawing.done = body
        phase = .withdrawing(withdrawing)
        if withdrawalTimer == nil { withdrawMore() }
    }

    private func withdrawMore() {
        withdrawalTimer = nil
        let end = MonotonicClock.milliseconds + Self.turnMilliseconds
        while case .withdrawing(let next) = phase {
            guard withdrawSome(next) else {
                next.done?()
                return
            }
            if MonotonicClock.milliseconds >= end {
                withdrawalTimer = MainTimer(after: 0) { [weak self] in self?.withdrawMore() }
                return
            }
        }
    }

    /// Removes some rows; returns whether there were any.
    private func withdrawSome(_ withdrawing: Withdrawing) -> Bool {
        var withdrawing = withdrawing
        // Only bound rows have widgets: the others cost nothing.
        let (kept, bound) = (withdrawing.kept, layouts.current.factory.boundNumbers)
        // A timeline has widgets for the screen only.
        guard portions.costly > 0 else { return false }
        let columns = portions.columns
        let some = columns * max(1, Self.withdrawnAtOnce / columns)
        if records.count > kept.upperBound {
            let from = max(kept.upperBound, min(bound.upperBound, records.count) - some)
            records.withdraw(records.count - from, changed)
            return true
        }
        // Whole lines of cells, so that the remaining ones do not shift sideways.
        let above = min(kept.lowerBound, bound.lowerBound + some) / columns * columns
        guard kept.lowerBound >= columns, above > 0 else { return false }
        withdrawing.kept = kept.lowerBound - above..<kept.upperBound - above
        phase = .withdrawing(withdrawing)
        records.withdrawAbove(above, changed)
        return true
    }

    /// Half of a turn's budget, because a portion is always completed.
    private static let turnMilliseconds = 3
    private static let withdrawnAtOnce = 12
}
