/// How many downloads run at once, of one server and in all, and which of them make room for others. A pure value.
///
/// A download has a slot until it turns out to be slow: it waits for a person to say a password, or next to nothing
/// comes. Then it goes on beside the slots while its photo's server lets it, and what waits begins.
struct DownloadSlots: Sendable, Equatable {
    /// A download under way, as it stands at a look.
    struct Running: Sendable, Equatable {
        /// When it began, in milliseconds on any clock.
        var began: Int
        /// Bytes that have come so far.
        var received: Int
        /// Whether it waits for a person to say a name and a password. It holds no connection then.
        var waitsForPerson: Bool
        /// Whether it has made room before.
        var isAside: Bool

        /// A download that began at `began`.
        init(began: Int, received: Int = 0, waitsForPerson: Bool = false, isAside: Bool = false) {
            self.began = began
            self.received = received
            self.waitsForPerson = waitsForPerson
            self.isAside = isAside
        }
    }

    /// What becomes of a server's downloads.
    struct Decision: Sendable, Equatable {
        /// The indices of those that make room and go on.
        var aside: [Int] = []
        /// The indices of those that are given up, to be tried again later.
        var givenUp: [Int] = []
    }

    /// Three seconds: an answer takes one at most, to nearly everywhere; a person who waits has not left yet.
    static let patience = 3000
    /// Under 4 KiB a second since it began a download drips: a thumbnail takes longer than anybody looks.
    static let slowestBytesPerSecond = 4096
    /// Where all servers together may have four times what one may have.
    static let serversAtFull = 4

    /// Downloads of one server at once; as many again may go on aside.
    let perServer: Int

    /// At most `perServer` downloads of one server at once, 1 or more.
    init(perServer: Int) { self.perServer = max(1, perServer) }

    /// Downloads of all servers at once, unless there are more servers than that: each has one.
    var inAll: Int { perServer * Self.serversAtFull }

    /// How many downloads each of `count` servers may have at once.
    func share(ofServers count: Int) -> Int { max(1, min(perServer, inAll / max(1, count))) }

    /// Which of a server's downloads make room, if others `wait` for it. At most `perServer` connections go on aside:
    /// past that, those that have been under way the longest are given up.
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
