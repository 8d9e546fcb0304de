/// Finds the connection that keeps a thread from all others: its library reads on for as long as there is something to
/// read, in one turn, and there always is. A pure value; connections are known by any number.
public struct FloodWatch: Sendable {
    /// Looks between which the thread has not come round once: at two a second, two seconds. The most that a library
    /// takes in one turn for good reason, a window of 32 MiB, takes a quarter of that.
    static let mostLooks = 4
    /// 8 MiB: more than a system holds of a connection that nobody reads (`tcp_rmem` says 6), so that somebody reads
    /// it.
    static let mostBytes = 8 << 20

    private var turn = 0
    private var looks = 0
    private var atTurn: [Int32: UInt64] = [:]

    /// A thread that has not been looked at.
    public init() {}

    /// Takes a look: the thread is in its `turn`th turn, and `received` says how many bytes have come over each
    /// connection since it was made. Returns the connections to be closed.
    public mutating func look(turn: Int, received: [Int32: UInt64]) -> [Int32] {
        guard turn == self.turn else {
            (self.turn, looks, atTurn) = (turn, 0, received)
            return []
        }
        looks += 1
        // A connection may be made before this turn's first look.
        for (connection, count) in received where atTurn[connection] == nil { atTurn[connection] = count }
        guard looks >= Self.mostLooks else { return [] }
        return received.keys.filter { connection in
            let (count, before) = (received[connection] ?? 0, atTurn[connection] ?? 0)
            return count > before && count - before > UInt64(Self.mostBytes)
        }
    }
}
