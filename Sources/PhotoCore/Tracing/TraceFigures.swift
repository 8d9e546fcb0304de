/// The inspector's figures. A value that takes events.
public struct TraceFigures: Sendable, Equatable {
    /// How many recent events are shown.
    static let recentCount = 20
    /// How many frames are evaluated: two seconds at 60 Hz.
    public static let frameCount = 120
    /// The window for bytes per second, in microseconds.
    static let rateWindow = 1_000_000
    /// The window for holds, in microseconds: long enough to read a hold after feeling it.
    static let holdWindow = 10_000_000

    /// How many photos are in each stage.
    public private(set) var counts = TraceEvent.StageCounts()
    /// Running requests.
    public private(set) var requests = 0
    /// Total bytes received.
    public private(set) var bytes = 0
    /// Bytes held in memory.
    public var memory: Int { held.values.reduce(0, +) }
    /// The windows whose queues are suspended.
    public private(set) var suspended: Set<Int> = []
    /// Hits and misses of each cache.
    public private(set) var lookups: [TraceEvent.Cache: Lookups] = [:]
    /// Durations of the last frames in microseconds, the oldest first.
    public private(set) var frames: [Int] = []
    /// The last events that are worth reading, the oldest first.
    public private(set) var recent: [TraceEvent] = []

    /// Hits and misses of a cache.
    public struct Lookups: Sendable, Equatable {
        /// How often it had it.
        public var hits = 0
        /// How often it had not.
        public var misses = 0

        /// Never asked.
        public init() {}
    }

    private struct Sample: Sendable, Equatable {
        let time: Int
        let value: Int
    }
    private var received: [Sample] = []
    private var holds: [Sample] = []
    /// Bytes, by window.
    private var held: [Int: Int] = [:]

    /// No events.
    public init() {}

    mutating func take(_ event: TraceEvent) {
        switch event.kind {
        case .counts(let new): counts = new
        case .suspended(let window): suspended.insert(window)
        case .resumed(let window): suspended.remove(window)
        case .requestBegan: requests += 1
        case .requestEnded: requests -= 1
        case .requestReceived(_, let count):
            bytes += count
            received.append(Sample(time: event.time, value: count))
            received.removeAll { $0.time <= event.time - Self.rateWindow }
        case .frame(let duration, _, _):
            frames.append(duration)
            if frames.count > Self.frameCount { frames.removeFirst() }
        case .held(_, let duration, _): note(Sample(time: event.time, value: duration))
        case .looked(let cache, true): lookups[cache, default: Lookups()].hits += 1
        case .looked(let cache, false): lookups[cache, default: Lookups()].misses += 1
        case .memory(let window, let count): held[window] = count == 0 ? nil : count
        case .requestAnswered, .threadSeen, .photoBegan, .stageBegan, .stageEnded, .photoShownUnfiltered, .photoEnded,
            .worked, .visit, .rows:
            break
        }
        guard event.isReadable else { return }
        recent.append(event)
        if recent.count > Self.recentCount { recent.removeFirst() }
    }

    /// A hold counts until a longer one follows: the stored ones decrease from oldest to newest.
    private mutating func note(_ hold: Sample) {
        holds.removeAll { $0.value <= hold.value || $0.time <= hold.time - Self.holdWindow }
        holds.append(hold)
    }

    /// Bytes received during the last second before `now`.
    public func bytesPerSecond(at now: Int) -> Int {
        received.filter { $0.time > now - Self.rateWindow }.reduce(0) { $0 + $1.value }
    }

    /// The longest hold of the main context during the ten seconds before `now`, in microseconds.
    public func longestHold(at now: Int) -> Int {
        holds.first { $0.time > now - Self.holdWindow }?.value ?? 0
    }

    /// The maximum duration of the quickest `percent` of the last frames, in microseconds; nil without frames.
    public func frame(percentile percent: Int) -> Int? {
        guard !frames.isEmpty else { return nil }
        let place = (frames.count * percent + 99) / 100 - 1
        return frames.sorted()[min(max(0, place), frames.count - 1)]
    }
}
