import GLibBridge
import PhotoCore

/// Says to the photos of a month that it is known: a few in each turn of the main loop, those on screen first. A month
/// may have hundreds of them around the screen, and each changes a picture and texts.
@MainActor
final class RecordReading {
    private let records: PhotoListModel
    private let ended: @MainActor () -> Void
    /// The next one at the end.
    private var waiting: [PhotoRecord] = []
    private var timer: MainTimer?

    /// Half of a turn's budget, because a record is always completed.
    private static let turnMilliseconds = 3

    /// Reads records of `records`. `ended` is called when all that are waiting are read.
    init(of records: PhotoListModel, ended: @escaping @MainActor () -> Void) {
        (self.records, self.ended) = (records, ended)
    }

    /// These rows of `catalogue` have become known. `first` are the photos on screen.
    func read(_ rows: Range<Int>, of catalogue: Catalogue, first: [PhotoRecord]) {
        let first = Set(first.map(ObjectIdentifier.init))
        let known = records.learn(rows, of: catalogue)
        waiting += known.filter { !first.contains(ObjectIdentifier($0)) }
        waiting += known.filter { first.contains(ObjectIdentifier($0)) }.reversed()
        readSome()
    }

    /// Another catalogue is shown, or the window closes.
    func stop() { (waiting, timer) = ([], nil) }

    private func readSome() {
        timer = nil
        let end = MonotonicClock.milliseconds + Self.turnMilliseconds
        while let record = waiting.popLast() {
            records.read(record)
            if MonotonicClock.milliseconds >= end { break }
        }
        if waiting.isEmpty {
            ended()
        } else {
            timer = MainTimer(after: 0) { [weak self] in self?.readSome() }
        }
    }
}
