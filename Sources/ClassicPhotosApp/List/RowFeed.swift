import GLibBridge
import PhotoCore

/// Gives the list the first rows of a catalogue a few at a time, so that the main context is never held for long.
///
/// GTK's list makes widgets for some 200 rows as soon as there are so many, whatever it shows: in one go they would take a
/// tenth of a second and more. Rows beyond those cost nothing.
@MainActor
final class RowFeed {
    /// As many rows as GTK's list has bound (GTK_LIST_VIEW_MAX_LIST_ITEMS, 200), and some.
    private static let costlyRows = 256
    /// More rows than most screens show.
    private static let screenful = 16
    /// 3 ms, of the 8 that nothing may take: a row takes 0.5 to 1, and the one that is begun is finished.
    private static let budgetMicroseconds = 3000
    /// Between two goes frames are drawn, and events heard.
    private static let pauseMilliseconds = 4

    private let records: PhotoListModel
    private let changed: PhotoListModel.Change
    private let ended: @MainActor () -> Void
    private var timer: MainTimer?

    /// Feeds from `records`; `changed` tells the list, and `ended` is told once all rows are in it.
    init(
        _ records: PhotoListModel, changed: @escaping PhotoListModel.Change, ended: @escaping @MainActor () -> Void
    ) {
        self.records = records
        self.changed = changed
        self.ended = ended
    }

    /// Whether there are rows that the list has not got.
    var isUnderWay: Bool { timer != nil }

    /// Gives the list its first rows now and the others soon: where the model begins in the middle, first those that fill a
    /// screen from there, then those below and above in turn.
    func begin() {
        timer = nil
        let end = MonotonicClock.microseconds + Self.budgetMicroseconds
        while hasMore, records.count < Self.costlyRows {
            guard MonotonicClock.microseconds < end else {
                timer = MainTimer(after: Self.pauseMilliseconds) { [weak self] in
                    self?.begin()
                    if self?.isUnderWay == false { self?.ended() }
                }
                return
            }
            let isAboveNext = records.count > Self.screenful && records.count % 2 == 0
            if records.heldBackAboveCount > 0, isAboveNext || records.heldBackCount == 0 {
                records.revealAbove(1, changed)
            } else {
                records.reveal(1, changed)
            }
        }
        finish()
    }

    /// Gives the list all rows now.
    func finish() {
        timer = nil
        records.reveal(records.heldBackCount, changed)
        records.revealAbove(records.heldBackAboveCount, changed)
    }

    private var hasMore: Bool { records.heldBackCount > 0 || records.heldBackAboveCount > 0 }
}
