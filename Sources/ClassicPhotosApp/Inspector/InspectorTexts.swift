import PhotoCore

struct InspectorTexts: Equatable {
    /// A figure: its name, its value, and an explanation.
    struct Figure: Equatable {
        let name: String
        let value: String
        let explanation: String
    }

    let figures: [Figure]
    let frames: String
    let events: String
    let state: String
    let decoding: String

    /// `figures` at `now`; events show the seconds since `start`; `decoding` says what confines it.
    init(_ figures: TraceFigures, now: Int, start: Int, decoding: String = "") {
        self.decoding = decoding
        let counts = figures.counts
        let memory = figures.lookups[.memory] ?? TraceFigures.Lookups()
        // Each photo is looked up in one of the two.
        let disk = [.thumbnails, .disk].map { figures.lookups[$0]?.hits ?? 0 }.reduce(0, +)
        self.figures = [
            Figure(
                name: localized("Downloads"),
                value: Self.queue(counts[.download], counts[.queued] + counts[.queuedForLookup] + counts[.lookup]),
                explanation: localized("Photos being downloaded, and photos waiting for a download or a disk look-up")
            ),
            Figure(
                name: localized("Filtration"),
                value: Self.queue(
                    counts[.decode] + counts[.filter], counts[.queuedForDecoding] + counts[.queuedForFiltering]),
                explanation: localized("Photos being decoded or filtered, and photos waiting for their turn")),
            Figure(
                name: localized("Requests"), value: "\(figures.requests)",
                explanation: localized("Requests in progress, to all servers")),
            Figure(
                name: localized("Received"), value: localized("\(Self.bytes(figures.bytesPerSecond(at: now)))/s"),
                explanation: localized("Bytes received from the network in the last second")),
            Figure(
                name: localized("Cache hits"),
                value: localized("\(memory.hits) + \(disk) of \(memory.hits + memory.misses)"),
                explanation: localized("Photos found in memory and on disk, of all that were looked up")),
            Figure(
                name: localized("Held"), value: Self.bytes(figures.memory),
                explanation: localized("Bytes of photos held in memory, for all windows")),
            Figure(
                name: localized("Longest hold"), value: TraceEvent.time(figures.longestHold(at: now)),
                explanation: localized(
                    "The longest time the main context was held without a break in the last ten seconds")),
            Figure(
                name: localized("Fetched"), value: Self.bytes(figures.bytes),
                explanation: localized("Bytes received from the network since the inspector was first shown")),
        ]
        if let median = figures.frame(percentile: 50), let slow = figures.frame(percentile: 99) {
            frames = localized("Frames: median \(TraceEvent.time(median)), 99% within \(TraceEvent.time(slow))")
        } else {
            frames = localized("No frames yet")
        }
        state = figures.suspended.isEmpty ? "" : localized("Queues suspended")
        events = figures.recent.reversed().map { event in
            let hundredths = (event.time - start) / 10_000
            let seconds = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
            return "\(seconds)  \(event.text)"
        }.joined(separator: "\n")
    }

    private static func queue(_ running: Int, _ waiting: Int) -> String {
        localizedCount(waiting, "\(running) + \(waiting) waiting", "\(running) + \(waiting) waiting")
    }

    /// In the largest suitable unit, in steps of a thousand, with at most three digits before a decimal.
    static func bytes(_ count: Int) -> String {
        let value = Double(count)
        if value < 999.5 { return localized("\(count) B", context: "bytes") }
        if value < 999.5e3 { return localized("\(number(value / 1e3)) kB") }
        if value < 999.5e6 { return localized("\(number(value / 1e6)) MB") }
        return localized("\(number(value / 1e9)) GB")
    }

    private static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        return NumberFormats.current.decimal(tenths >= 100 ? value : tenths / 10, digits: tenths >= 100 ? 0 : 1)
    }
}
