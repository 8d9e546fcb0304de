/// Decides when to deliver rows: the first screenful at once, then in growing portions. A pure value; times are
/// milliseconds of any monotonic clock.
struct CataloguePacing {
    /// More rows than a screen shows: 22 at 2160 points.
    static let screenful = 32
    /// The longest wait for the first screenful: a tenth of a second still feels instant.
    static let longestFirstWait = 50
    /// Four times a second shows progress; each delivery costs a turn of the main loop and a segment.
    static let longestWait = 250
    /// This many bytes of text are delivered at once, so that waiting rows take at most twice this memory.
    static let mostBytes = 4 << 20

    private let start: Int
    private var last: Int?
    private var hasDeliveredRows = false

    init(at now: Int) { start = now }

    /// Whether `rows` waiting rows, of `bytes` bytes, are due at `now`.
    func isDue(rows: Int, bytes: Int, at now: Int) -> Bool {
        guard rows > 0 else { return false }
        if bytes >= Self.mostBytes { return true }
        if !hasDeliveredRows { return rows >= Self.screenful || now - start >= Self.longestFirstWait }
        return due(at: now) == 0
    }

    /// The waiting rows have been delivered, `rows` of them.
    mutating func delivered(rows: Int, at now: Int) {
        last = now
        hasDeliveredRows = hasDeliveredRows || rows > 0
    }

    /// Milliseconds until waiting rows are due, if no more arrive.
    func due(at now: Int) -> Int {
        let due = last.map { $0 + wait(at: $0) } ?? start + Self.longestFirstWait
        return max(0, due - now)
    }

    /// A fifth of the time so far: short catalogues arrive in many steps, long ones in few per second.
    private func wait(at last: Int) -> Int {
        min(Self.longestWait, max(Self.longestFirstWait, (last - start) / 5))
    }
}
