/// Finds the connection that monopolizes a thread: its library reads as long as there is data, in one turn of the loop,
/// and data never ends. Also finds one that brings more and more data without bytes of a body: before it, after it, or
/// within it, as padding does. A pure value; connections are identified by any number.
package struct FloodWatch: Sendable {
    /// Checks without a completed turn of the thread: two seconds at two per second. A library's longest legitimate
    /// turn, a window of 32 MiB, takes a quarter of that.
    static let mostLooks = 4
    /// 8 MiB: more than a system buffers for an unread connection (`tcp_rmem` says 6), so someone is reading it.
    static let mostBytes = 8 << 20

    /// 40 MiB: more than arrives of an unwanted body before its server notices, a window of 32 MiB and the systems'
    /// buffers. Padding ends a body sooner than ``BodyPace`` does, which lets it wait for others on its connection.
    static let mostBytesBesideBodies = 40 << 20
    /// Bytes that a connection may bring for each byte of a body. A byte in a chunk and a TLS record of its own takes
    /// 35; a byte in a padded frame of HTTP/2, 265.
    static let mostBytesForOne: UInt64 = 64

    private var turn = 0
    private var looks = 0
    private var atTurn: [Int32: UInt64] = [:]
    private var atBody: [Int32: UInt64] = [:]

    package init() {}

    /// Checks the thread, in its `turn`th turn, with the bytes `received` over each connection since it was made, and
    /// those of its `bodies` since the last check: `.max` for a body that this side holds back. Returns the connections
    /// to close.
    package mutating func look(turn: Int, received: [Int32: UInt64], bodies: [Int32: Int] = [:]) -> [Int32] {
        atBody = received.reduce(into: [:]) { counts, connection in
            let (key, count) = connection
            // A decreasing count belongs to another connection.
            let before = min(atBody[key] ?? count, count)
            let brought = UInt64(max(0, bodies[key] ?? 0))
            let (allowed, isAll) = brought.multipliedReportingOverflow(by: Self.mostBytesForOne)
            counts[key] = isAll ? count : before + min(allowed, count - before)
        }
        let idle = received.keys.filter { isBeyond(Self.mostBytesBesideBodies, received[$0], atBody[$0]) }
        guard turn == self.turn else {
            (self.turn, looks, atTurn) = (turn, 0, received)
            return idle
        }
        looks += 1
        // A connection may be made before this turn's first check.
        for (connection, count) in received where atTurn[connection] == nil { atTurn[connection] = count }
        guard looks >= Self.mostLooks else { return idle }
        return received.keys.filter { idle.contains($0) || isBeyond(Self.mostBytes, received[$0], atTurn[$0]) }
    }

    private func isBeyond(_ most: Int, _ count: UInt64?, _ before: UInt64?) -> Bool {
        guard let count, let before, count > before else { return false }
        return count - before > UInt64(most)
    }
}

/// Whether a body makes progress: a server may send a byte now and then, so that no time-out fires. A pure value.
package struct BodyPace: Sendable, Equatable {
    /// Seconds between checks.
    package static let seconds = 120
    /// 1 KiB in that time: the slowest networks deliver a thousand times as much.
    static let fewestBytes = 1024

    private var received = 0

    package init() {}

    /// Checks, after `seconds`, a body with `received` bytes so far; returns whether to give it up.
    package mutating func isTooSlow(received: Int) -> Bool {
        defer { self.received = received }
        return received - self.received < Self.fewestBytes
    }
}

/// How long requests wait for another one: pictures for the tickets in their addresses, and those to a gallery for a
/// session. A pure value.
package struct TicketPatience: Sendable, Equatable {
    /// In times of a reply's head: time for a connection, for redirects, and for a question.
    package static let mostHeads = 3

    private var heads = 0

    package init() {}

    /// Another time of a head has passed without a reply; returns whether to give it up. A person has any time.
    package mutating func isOver(waitsForPerson: Bool) -> Bool {
        heads = waitsForPerson ? 0 : heads + 1
        return heads >= Self.mostHeads
    }
}

/// The interim replies (1xx: RFC 9110, 15.2) before a reply. A pure value.
package struct InterimReplies: Sendable, Equatable {
    /// 16: a server sends one or two, or one in a while as a sign of life. More is a flood.
    static let most = 16

    private var count = 0

    package init() {}

    /// Counts one; returns why to give up the request, if at all.
    package mutating func take(status: Int) -> FetchFailure? {
        count += 1
        if status == 101 {
            return .other(reason: localized("The server switched to another protocol without being asked (101)."))
        }
        return count > Self.most
            ? .other(reason: localized("The server sends endless interim replies (\(status)).")) : nil
    }
}
