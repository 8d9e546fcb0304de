import GLibBridge
import GtkBridge
import PhotoCore

/// Gives the list the first rows of a catalogue a few at a time, so that the main context is never held for long.
///
/// GTK's list has widgets for some 200 rows as soon as there are so many, whatever it shows. Made and laid out for the first
/// time, a row takes 0.6 to 0.8 ms of the processor, nearly all of it for its texts; in one go they would take 150. Rows
/// beyond those cost nothing.
@MainActor
final class RowFeed {
    /// As many rows as GTK’s list has bound (GTK_LIST_VIEW_MAX_LIST_ITEMS, 200), and some.
    private static let costlyRows = 208
    /// What a window of the usual size shows.
    private static let firstRows = 8
    /// About 3 ms of a frame’s 16, beside what it takes to draw it: all are there within a second.
    private static let rowsPerFrame = 4
    /// More rows than most screens show.
    private static let screenful = 16

    private let records: PhotoListModel
    private let changed: PhotoListModel.Change
    private let ended: @MainActor () -> Void
    private var frame: FrameRequest?
    private var timer: MainTimer?
    /// Whether there are rows that the list has not got.
    private(set) var isUnderWay = false

    /// Feeds `list` from `records`; `changed` tells it, and `ended` is told when it has got all rows some time after `begin`.
    init(
        _ list: Widget, from records: PhotoListModel, changed: @escaping PhotoListModel.Change,
        ended: @escaping @MainActor () -> Void
    ) {
        self.records = records
        self.changed = changed
        self.ended = ended
        frame = FrameRequest(of: list, .painted) { [weak self] in
            // Not within the frame, which has taken its time already.
            self?.timer = MainTimer(after: 1) { self?.goOn() }
        }
    }

    /// Gives the list its first rows now and the others soon: where the model begins in the middle, first those that fill a
    /// screen from there, then those below and above in turn.
    func begin() {
        feed(Self.firstRows)
        isUnderWay = hasMore
        if isUnderWay { frame?.request() }
    }

    /// Gives the list all rows now.
    func finish() {
        timer = nil
        isUnderWay = false
        records.reveal(records.heldBackCount, changed)
        records.revealAbove(records.heldBackAboveCount, changed)
    }

    private func goOn() {
        timer = nil
        guard isUnderWay else { return }
        feed(Self.rowsPerFrame)
        isUnderWay = hasMore
        if isUnderWay { frame?.request() } else { ended() }
    }

    private func feed(_ count: Int) {
        guard records.count < Self.costlyRows else {
            records.reveal(records.heldBackCount, changed)
            records.revealAbove(records.heldBackAboveCount, changed)
            return
        }
        for _ in 0..<count where hasMore {
            let isAboveNext = records.count > Self.screenful && records.count % 2 == 0
            if records.heldBackAboveCount > 0, isAboveNext || records.heldBackCount == 0 {
                records.revealAbove(1, changed)
            } else {
                records.reveal(1, changed)
            }
        }
    }

    private var hasMore: Bool { records.heldBackCount > 0 || records.heldBackAboveCount > 0 }
}
