import GLibBridge
import GtkBridge
import PhotoCore

/// Gives the list the first rows of a catalogue a few at a time, and takes them away in the same way, so that the main
/// context is never blocked for long.
///
/// GTK's list makes widgets for up to about 200 rows at once, and its grid for about 33 rows of cells,
/// whatever they show. To make and lay them out for the first time in one go takes 150 ms of the processor, and to
/// undo them in one go 10 to 20. Rows beyond those cost nothing.
@MainActor
final class RowFeed {
    /// How many rows the list is given at a time.
    struct Portions: Equatable {
        /// How many lie side by side. They come together, so that what comes above does not move the others sideways.
        let columns: Int
        /// Immediately: what is on screen, or most of it.
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

    /// How far the list has been given its rows; some may be held back after `stop`.
    var supply: ListGeometry.Supply {
        switch phase {
        case .resting: .complete
        case .giving: .giving
        case .withdrawing: .takingAway
        }
    }

    /// Feeds the list from `records`, as much at a time as its layout can take. `changed` is called at each change, and
    /// `ended` when the list has all rows some time after `begin`.
    init(
        _ layouts: ListLayouts, from records: PhotoListModel, changed: @escaping PhotoListModel.Change,
        ended: @escaping @MainActor () -> Void
    ) {
        (self.layouts, self.records, self.changed, self.ended) = (layouts, records, changed, ended)
        frame = FrameRequest(of: layouts.scroller, .painted) { [weak self] in
            // Not within the frame, which has taken its time already.
            self?.feedTimer = MainTimer(after: 1) { self?.goOn() }
        }
    }

    // MARK: - Giving

    /// Gives the list its first rows now and the others soon. Where the model begins in the middle, the rows that fill
    /// a screen from there come first, then those below and above in turn.
    func begin() {
        stop()
        give(portions.first)
    }

    /// The model has more rows at its end: gives the list those that its screen lacks, or a few, now, and the others
    /// soon.
    func goOnWithMore() {
        guard supply == .complete, hasMore else { return }
        let portions = portions
        give(max(portions.each, portions.first - records.count))
    }

    /// Gives the list all rows now.
    func finish() {
        stop()
        revealAll()
    }

    private func revealAll() {
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
        /// What to do when no others are left.
        var done: (@MainActor () -> Void)?
    }

    /// Takes all rows away but `kept`, in short turns of the main loop; what is left goes in one go. `begin`, `finish`
    /// and `stop` end it.
    func withdraw(keeping kept: Range<Int>) {
        stop()
        phase = .withdrawing(Withdrawing(kept: kept))
        withdrawMore()
    }

    /// Calls `body` once all is taken away, in place of what was to be called then: now, if it is already.
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
        // The list has widgets for the bound rows only: others cost nothing.
        let (kept, bound) = (withdrawing.kept, layouts.current.factory.boundNumbers)
        let columns = portions.columns
        let some = columns * max(1, Self.withdrawnAtOnce / columns)
        if records.count > kept.upperBound {
            let from = max(kept.upperBound, min(bound.upperBound, records.count) - some)
            records.withdraw(records.count - from, changed)
            return true
        }
        // Whole rows of cells, so that what stays does not move sideways.
        let above = min(kept.lowerBound, bound.lowerBound + some) / columns * columns
        guard kept.lowerBound >= columns, above > 0 else { return false }
        withdrawing.kept = kept.lowerBound - above..<kept.upperBound - above
        phase = .withdrawing(withdrawing)
        records.withdrawAbove(above, changed)
        return true
    }

    /// Half of what a turn may take: a portion that has begun is ended first.
    private static let turnMilliseconds = 3
    private static let withdrawnAtOnce = 12
}
