import GLibBridge
import GtkBridge
import PhotoCore

/// Gives the list the first rows of a catalogue a few at a time, and takes them away so, so that the main context is
/// never held for long.
///
/// GTK's list makes widgets for up to about 200 rows at once, and its grid for about 33 rows of cells,
/// whatever they show. Made and laid out for the first time in one go, they would take 150 ms of the processor, and to
/// undo them in one go takes 10 to 20. Rows beyond those cost nothing.
@MainActor
final class RowFeed {
    /// How many rows the list is given at a time.
    struct Portions: Equatable {
        /// How many lie side by side: they come together, for what comes above them is not to move them sideways.
        let columns: Int
        /// At once: what is on screen, or most of it.
        let first: Int
        /// In each frame.
        let each: Int
        /// More than are on screen.
        let screenful: Int
        /// More than the list has widgets for.
        let costly: Int
    }

    private let records: PhotoListModel
    private let portions: @MainActor () -> Portions
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

    /// How far the list has got the rows that it is to have; some may be held back after `stop`.
    var supply: ListGeometry.Supply {
        switch phase {
        case .resting: .complete
        case .giving: .giving
        case .withdrawing: .takingAway
        }
    }

    /// Feeds `list` from `records`, as much at a time as `portions` says then; `changed` tells it, and `ended` is told
    /// when it has got all rows some time after `begin`.
    init(
        _ list: Widget, from records: PhotoListModel, portions: @escaping @MainActor () -> Portions,
        changed: @escaping PhotoListModel.Change,
        ended: @escaping @MainActor () -> Void
    ) {
        self.records = records
        self.portions = portions
        self.changed = changed
        self.ended = ended
        frame = FrameRequest(of: list, .painted) { [weak self] in
            // Not within the frame, which has taken its time already.
            self?.feedTimer = MainTimer(after: 1) { self?.goOn() }
        }
    }

    // MARK: - Giving

    /// Gives the list its first rows now and the others soon: where the model begins in the middle, first those that
    /// fill a screen from there, then those below and above in turn.
    func begin() {
        stop()
        give(portions().first)
    }

    /// Gives the list now what its screen lacks of the rows that have come at the model's end, or a few, and the others
    /// soon.
    func goOnWithMore() {
        guard supply == .complete, hasMore else { return }
        let portions = portions()
        give(max(portions.each, portions.first - records.count))
    }

    /// Gives the list all rows now.
    func finish() {
        stop()
        records.reveal(records.heldBackCount, changed)
        records.revealAbove(records.heldBackAboveCount, changed)
    }

    /// Leaves the list with the rows that it has.
    func stop() {
        feedTimer = nil
        withdrawalTimer = nil
        phase = .resting
    }

    private func goOn() {
        feedTimer = nil
        guard supply == .giving else { return }
        give(portions().each)
        if supply == .complete { ended() }
    }

    private func give(_ count: Int) {
        feed(count)
        phase = hasMore ? .giving : .resting
        if hasMore { frame?.request() }
    }

    private func feed(_ count: Int) {
        let portions = portions()
        guard records.count < portions.costly else {
            records.reveal(records.heldBackCount, changed)
            records.revealAbove(records.heldBackAboveCount, changed)
            return
        }
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
        /// Which rows the list has widgets for.
        let bound: @MainActor () -> Range<Int>
        /// What to do when no other is left.
        var done: (@MainActor () -> Void)?
    }

    /// Takes all rows away but `kept`, in turns of the main loop of which none takes long: what is left goes in one go.
    /// `bound` says which rows the list has widgets for. `begin`, `finish` and `stop` put an end to it.
    func withdraw(keeping kept: Range<Int>, bound: @escaping @MainActor () -> Range<Int>) {
        if supply == .takingAway { return }
        stop()
        phase = .withdrawing(Withdrawing(kept: kept, bound: bound))
        withdrawMore()
    }

    /// Calls `body`, in place of what was to be called, once all is taken away: now, if it is.
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

    /// Whether there was something to take away.
    private func withdrawSome(_ withdrawing: Withdrawing) -> Bool {
        var withdrawing = withdrawing
        let (kept, bound) = (withdrawing.kept, withdrawing.bound())
        let columns = portions().columns
        let some = columns * max(1, Self.withdrawnAtOnce / columns)
        if records.count > kept.upperBound {
            let from = max(kept.upperBound, min(bound.upperBound, records.count) - some)
            records.withdraw(records.count - from, changed)
            return true
        }
        // Whole rows of cells: what stays is not to move sideways.
        let above = min(kept.lowerBound, bound.lowerBound + some) / columns * columns
        guard kept.lowerBound >= columns, above > 0 else { return false }
        withdrawing.kept = kept.lowerBound - above..<kept.upperBound - above
        phase = .withdrawing(withdrawing)
        records.withdrawAbove(above, changed)
        return true
    }

    /// Half of what a turn may take: a portion that was begun before is ended.
    private static let turnMilliseconds = 3
    private static let withdrawnAtOnce = 12
}
