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
                name: "Downloads",
                value: Self.queue(counts[.download], counts[.queued] + counts[.queuedForLookup] + counts[.lookup]),
                explanation: "Photos being downloaded, and photos waiting for a download or a disk look-up"
            ),
            Figure(
                name: "Filtration",
                value: Self.queue(
                    counts[.decode] + counts[.filter], counts[.queuedForDecoding] + counts[.queuedForFiltering]),
                explanation: "Photos being decoded or filtered, and photos waiting for their turn"),
            Figure(name: "Requests", value: "\(figures.requests)", explanation: "Requests in progress, to all servers"),
            Figure(
                name: "Received", value: Self.bytes(figures.bytesPerSecond(at: now)) + "/s",
                explanation: "Bytes received from the network in the last second"),
            Figure(
                name: "Cache hits", value: "\(memory.hits) + \(disk) of \(memory.hits + memory.misses)",
                explanation: "Photos found in memory and on disk, of all that were looked up"),
            Figure(
                name: "Held", value: Self.bytes(figures.memory),
                explanation: "Bytes of photos held in memory, for all windows"),
            Figure(
                name: "Longest hold", value: TraceEvent.time(figures.longestHold(at: now)),
                explanation: "The longest time the main context was held without a break in the last ten seconds"),
            Figure(
                name: "Fetched", value: Self.bytes(figures.bytes),
                explanation: "Bytes received from the network since the inspector was first shown"),
        ]
        if let median = figures.frame(percentile: 50), let slow = figures.frame(percentile: 99) {
            frames = "Frames: median \(TraceEvent.time(median)), 99% within \(TraceEvent.time(slow))"
        } else {
            frames = "No frames yet"
        }
        state = figures.suspended.isEmpty ? "" : "Queues suspended"
        events = figures.recent.reversed().map { event in
            let hundredths = (event.time - start) / 10_000
            let seconds = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
            return "\(seconds)  \(event.text)"
        }.joined(separator: "\n")
    }

    private static func queue(_ running: Int, _ waiting: Int) -> String { "\(running) + \(waiting) waiting" }

    /// In the largest suitable unit, in steps of a thousand, with at most three digits before a decimal.
    static func bytes(_ count: Int) -> String {
        var value = Double(count)
        for unit in ["B", "kB", "MB"] {
            if value < 999.5 { return number(value, unit) }
            value /= 1000
        }
        return number(value, "GB")
    }

    private static func number(_ value: Double, _ unit: String) -> String {
        let tenths = Int((value * 10).rounded())
        return unit == "B" || tenths >= 100
            ? "\(Int(value.rounded())) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
