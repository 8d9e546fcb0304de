/// When rows that have been read are handed over to be shown: the first screenful at once, then ever more at a time. A
/// pure value; times are milliseconds of any clock that never goes back.
struct CataloguePacing {
    /// More rows than a screen shows: 22 on 2160 points.
    static let screenful = 32
    /// Fewer rows wait no longer than this for more of them: a person takes a tenth of a second for at once.
    static let longestFirstWait = 50
    /// Four times a second is often enough to see that it goes on; each time costs the main context a turn of its loop
    /// and the catalogue a segment.
    static let longestWait = 250
    /// Text of this many bytes is handed over anyway, so that what waits needs no more memory than twice that.
    static let mostBytes = 4 << 20

    private let start: Int
    private var last: Int?
    private var hasDeliveredRows = false

    /// Reading has begun at `now`.
    init(at now: Int) { start = now }

    /// Whether `rows` rows that wait, of `bytes` bytes, are due to be handed over at `now`.
    func isDue(rows: Int, bytes: Int, at now: Int) -> Bool {
        guard rows > 0 else { return false }
        if bytes >= Self.mostBytes { return true }
        if !hasDeliveredRows { return rows >= Self.screenful || now - start >= Self.longestFirstWait }
        return due(at: now) == 0
    }

    /// What waited has been handed over, `rows` rows among it.
    mutating func delivered(rows: Int, at now: Int) {
        last = now
        hasDeliveredRows = hasDeliveredRows || rows > 0
    }

    /// In how many milliseconds rows that wait are due, if no more come.
    func due(at now: Int) -> Int {
        let due = last.map { $0 + wait(at: $0) } ?? start + Self.longestFirstWait
        return max(0, due - now)
    }

    /// A fifth of the time so far, so that what is short comes in many steps and what is long in few for each second.
    private func wait(at last: Int) -> Int {
        min(Self.longestWait, max(Self.longestFirstWait, (last - start) / 5))
    }
}
