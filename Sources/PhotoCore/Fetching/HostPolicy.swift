/// The experience with one host's photos at one size, and the best way to ask for them. A pure value.
///
/// If the beginning of a photo suffices, there are two ways to take no more: read and hang up, which costs the
/// connection over HTTP/1.1 and the bytes in transit; or request only the first bytes, which costs another round trip
/// if they do not suffice. Past replies decide which is cheaper.
public struct HostPolicy: Sendable, Equatable {
    /// The way to ask for a photo.
    public enum Plan: Sendable, Equatable {
        /// All of it, hanging up when the bytes suffice.
        case whole
        /// This many first bytes, then the rest if they do not suffice.
        case range(first: Int)
    }

    /// The measurements of one reply.
    public struct Observation: Sendable, Equatable {
        /// Seconds from the first packet to a connection, including TLS; nil if one was open.
        public var connectSeconds: Double?
        /// Seconds from the request to the reply's first byte.
        public var firstByteSeconds: Double?
        /// Bytes per second.
        public var bandwidth: Double?
        /// How many bytes sufficed; nil if only all did, or if unknown.
        public var sufficientByteCount: Int?
        /// Whether it is known if the beginning sufficed.
        public var isJudged = false
        /// Whether the host answers range requests; nil if none was made.
        public var answersRanges: Bool?
        /// Whether other requests survive on the same connection when this one is stopped: HTTP/2.
        public var multiplexes: Bool?

        /// No measurements.
        public init() {}
    }

    /// 64 KiB: an Exif segment cannot be longer, and usually comes first.
    static let longestBeginning = 65536
    /// Less saves nothing: it fits in a connection's first round trip (RFC 6928: ten segments).
    static let shortestBeginning = 8192
    /// How many photos are observed before a beginning is requested: fewer than the first wave of six.
    static let fewestJudged = 3.0
    /// The decay of older photos: after ten photos, a third remains.
    static let memory = 0.9
    private static let rememberedLengths = 16

    private var connectSeconds: Double?
    private var firstByteSeconds: Double?
    private var bandwidth: Double?
    private var judged = 0.0
    private var judgedEver = 0
    private var sufficed = 0.0
    private var lengths: [Int] = []
    /// Whether range requests are worthwhile.
    public private(set) var answersRanges = true
    private var multiplexes = false

    /// No experience: photos are requested whole.
    public init() {}

    /// The share of recent photos whose beginning sufficed, 0 to 1.
    var sufficientShare: Double { judged > 0 ? sufficed / judged : 0 }

    /// Takes in the measurements of one reply.
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

    /// The way to ask for the next photo.
    public var plan: Plan {
        guard answersRanges, !multiplexes, Double(judgedEver) >= Self.fewestJudged else { return .whole }
        let firstByte = firstByteSeconds ?? 0
        // Hanging up costs a connection, and the bandwidth of the bytes in transit: those of one round trip.
        let costOfHangingUp = sufficientShare * ((connectSeconds ?? firstByte) + firstByte)
        let costOfAskingTwice = (1 - sufficientShare) * firstByte
        return costOfHangingUp > costOfAskingTwice ? .range(first: beginning) : .whole
    }

    /// Suffices for nine of ten photos whose beginning sufficed, with a margin, in steps of 2 KiB.
    private var beginning: Int {
        let sorted = lengths.sorted()
        guard !sorted.isEmpty else { return Self.longestBeginning }
        let length = sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
        return min(max((length + 1024 + 2047) / 2048 * 2048, Self.shortestBeginning), Self.longestBeginning)
    }

    /// Seconds that the last `remaining` bytes of an unwanted download take, if it should finish because another
    /// request's wait for its first byte would take at least as long. Nil if it should stop.
    public func secondsWorthWaiting(remaining: Int) -> Double? {
        guard let bandwidth, let firstByteSeconds, bandwidth > 0 else { return nil }
        let seconds = Double(remaining) / bandwidth
        return seconds <= firstByteSeconds ? seconds : nil
    }

    /// Half old, half new: the next reply halves the effect of a slow one.
    private static func smooth(_ value: inout Double?, _ new: Double?) {
        guard let new, new >= 0, new.isFinite else { return }
        value = value.map { ($0 + new) / 2 } ?? new
    }
}
