/// What is known of one host's photos at one size, and so how they are best asked for. A pure value.
///
/// Where the beginning of a photo is enough, there are two ways to take no more: to read and then hang up, which over
/// HTTP/1.1 costs the connection and what was on its way; or to ask for the first bytes only, which costs another round
/// trip where they were not enough. Which one pays is learned from what the host has sent so far.
public struct HostPolicy: Sendable, Equatable {
    /// How to ask for a photo.
    public enum Plan: Sendable, Equatable {
        /// For all of it, hanging up when there is enough.
        case whole
        /// For this many first bytes, then for the rest if they do not suffice.
        case range(first: Int)
    }

    /// What one reply taught.
    public struct Observation: Sendable, Equatable {
        /// Seconds from the first packet to a connection, TLS included; nil where one was open.
        public var connectSeconds: Double?
        /// Seconds from the request to the reply's first byte.
        public var firstByteSeconds: Double?
        /// Bytes a second.
        public var bandwidth: Double?
        /// How many bytes were enough; nil where only all were, or where it is not known.
        public var sufficientByteCount: Int?
        /// Whether it is known if the beginning was enough.
        public var isJudged = false
        /// Whether the host answers requests for ranges; nil where none was made.
        public var answersRanges: Bool?
        /// Whether other requests go on over the same connection when this one is stopped: HTTP/2.
        public var multiplexes: Bool?

        /// Nothing.
        public init() {}
    }

    /// 64 KiB: an Exif segment cannot be longer, and mostly comes first.
    static let longestBeginning = 65536
    /// Under this nothing is saved: it is what a connection's first round trip carries (RFC 6928: ten segments).
    static let shortestBeginning = 8192
    /// So many photos are looked at before a beginning is asked for: fewer than the six of the first wave.
    static let fewestJudged = 3.0
    /// Each photo makes those before it count less: ten photos back is a third.
    static let memory = 0.9
    private static let rememberedLengths = 16

    private var connectSeconds: Double?
    private var firstByteSeconds: Double?
    private var bandwidth: Double?
    private var judged = 0.0
    private var judgedEver = 0
    private var sufficed = 0.0
    private var lengths: [Int] = []
    /// Whether it is worth asking for parts of a photo.
    public private(set) var answersRanges = true
    private var multiplexes = false

    /// Nothing known: photos are asked for as a whole.
    public init() {}

    /// The share of the photos of late whose beginning was enough, 0 to 1.
    var sufficientShare: Double { judged > 0 ? sufficed / judged : 0 }

    /// Takes in what one reply taught.
    public mutating func learn(_ observation: Observation) {
        Self.smooth(&connectSeconds, observation.connectSeconds)
        Self.smooth(&firstByteSeconds, observation.firstByteSeconds)
        Self.smooth(&bandwidth, observation.bandwidth)
        if let answers = observation.answersRanges { answersRanges = answers }
        if let multiplexes = observation.multiplexes { self.multiplexes = multiplexes }
        guard observation.isJudged else { return }
        let length = observation.sufficientByteCount.flatMap { $0 <= Self.longestBeginning ? $0 : nil }
        judged = judged * Self.memory + 1
        judgedEver += 1
        sufficed = sufficed * Self.memory + (length == nil ? 0 : 1)
        guard let length else { return }
        lengths.append(length)
        if lengths.count > Self.rememberedLengths { lengths.removeFirst() }
    }

    /// How to ask for the next photo.
    public var plan: Plan {
        guard answersRanges, !multiplexes, Double(judgedEver) >= Self.fewestJudged else { return .whole }
        let firstByte = firstByteSeconds ?? 0
        // Hanging up costs a connection, and the time that the bytes on their way took of the others' bandwidth: those
        // of one round trip.
        let costOfHangingUp = sufficientShare * ((connectSeconds ?? firstByte) + firstByte)
        let costOfAskingTwice = (1 - sufficientShare) * firstByte
        return costOfHangingUp > costOfAskingTwice ? .range(first: beginning) : .whole
    }

    /// Enough for nine of ten of those that a beginning was enough for, and a little more, in steps of 2 KiB.
    private var beginning: Int {
        let sorted = lengths.sorted()
        guard !sorted.isEmpty else { return Self.longestBeginning }
        let length = sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
        return min(max((length + 1024 + 2047) / 2048 * 2048, Self.shortestBeginning), Self.longestBeginning)
    }

    /// Seconds that the last `remaining` bytes of a download take which nobody wants any more but which should go on,
    /// because that is no longer than another request's wait for its first byte would be. Nil where it should not.
    public func secondsWorthWaiting(remaining: Int) -> Double? {
        guard let bandwidth, let firstByteSeconds, bandwidth > 0 else { return nil }
        let seconds = Double(remaining) / bandwidth
        return seconds <= firstByteSeconds ? seconds : nil
    }

    /// Half of the old, half of the new: one slow reply is half forgotten by the next.
    private static func smooth(_ value: inout Double?, _ new: Double?) {
        guard let new, new >= 0, new.isFinite else { return }
        value = value.map { ($0 + new) / 2 } ?? new
    }
}
