/// How many downloads run at once, per server and in total, and which make room for others. A pure value.
///
/// A download keeps its slot until it proves slow: it waits for a person to enter a password, or receives almost
/// nothing. Then it continues outside the slots as long as the server allows, and a waiting download begins.
struct DownloadSlots: Sendable, Equatable {
    /// A running download at the time of a check.
    struct Running: Sendable, Equatable {
        /// When it began, in milliseconds on any clock.
        var began: Int
        var received = 0
        /// Whether it waits for a person to enter a name and a password. It holds no connection then.
        var waitsForPerson = false
        /// Whether it has already made room.
        var isAside = false
    }

    struct Decision: Sendable, Equatable {
        /// The indices of those that make room and continue.
        var aside: [Int] = []
        /// The indices of those that are given up, to be retried later.
        var givenUp: [Int] = []
    }

    /// Three seconds: almost every answer takes at most one, and a waiting person is still there.
    static let patience = 3000
    /// A download below 4 KiB per second since its start is too slow: even a thumbnail takes longer than anyone looks.
    static let slowestBytesPerSecond = 4096
    /// All servers together may have four times the limit of one.
    static let serversAtFull = 4

    /// Simultaneous downloads from one server; as many again may continue outside the slots.
    let perServer: Int

    /// At most `perServer` simultaneous downloads from one server, at least 1.
    init(perServer: Int) { self.perServer = max(1, perServer) }

    /// Simultaneous downloads in total, unless there are more servers: each has at least one.
    var inAll: Int { perServer * Self.serversAtFull }

    /// How many simultaneous downloads each of `count` servers may have.
    func share(ofServers count: Int) -> Int { max(1, min(perServer, inAll / max(1, count))) }

    /// Which of a server's downloads make room, if others wait for it. At most `perServer` connections continue outside
    /// the slots; beyond that, the longest-running ones are given up.
    func decide(about running: [Running], areOthersWaiting: Bool, now: Int) -> Decision {
        var decision = Decision()
        guard areOthersWaiting else { return decision }
        decision.aside = running.indices.filter { !running[$0].isAside && isSlow(running[$0], now: now) }
        let connected = running.indices
            .filter { (running[$0].isAside || decision.aside.contains($0)) && !running[$0].waitsForPerson }
            .sorted { (running[$0].began, $0) < (running[$1].began, $1) }
        decision.givenUp = Array(connected.dropLast(perServer))
        decision.aside.removeAll { decision.givenUp.contains($0) }
        return decision
    }

    private func isSlow(_ running: Running, now: Int) -> Bool {
        if running.waitsForPerson { return true }
        let (milliseconds, isOverflow) = now.subtractingReportingOverflow(running.began)
        guard !isOverflow, milliseconds >= Self.patience else { return false }
        return Double(running.received) * 1000 < Double(Self.slowestBytesPerSecond) * Double(milliseconds)
    }
}
