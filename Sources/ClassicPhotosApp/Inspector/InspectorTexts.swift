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
    init(
        _ figures: TraceFigures, now: Int, start: Int, decoding: String = "", numbers: NumberFormats = .current
    ) {
        self.decoding = decoding
        let counts = figures.counts
        let memory = figures.lookups[.memory] ?? TraceFigures.Lookups()
        let lookups = memory.hits + memory.misses
        // Each photo is looked up in one of the two.
        let disk = [.thumbnails, .disk].map { figures.lookups[$0]?.hits ?? 0 }.reduce(0, +)
        self.figures = [
            Figure(
                name: localized("Downloads"),
                value: Self.queue(
                    counts[.download], counts[.queued] + counts[.queuedForLookup] + counts[.lookup], numbers),
                explanation: localized("Photos being downloaded, and photos waiting for a download or a disk look-up")
            ),
            Figure(
                name: localized("Filtration"),
                value: Self.queue(
                    counts[.decode] + counts[.filter], counts[.queuedForDecoding] + counts[.queuedForFiltering],
                    numbers),
                explanation: localized("Photos being decoded or filtered, and photos waiting for their turn")),
            Figure(
                name: localized("Requests"), value: numbers.whole(figures.requests),
                explanation: localized("Requests in progress, to all servers")),
            Figure(
                name: localized("Received"),
                value: localized("\(Self.bytes(figures.bytesPerSecond(at: now), numbers))/s"),
                explanation: localized("Bytes received from the network in the last second")),
            Figure(
                name: localized("Cache hits"),
                value: localized(
                    "\(numbers.whole(memory.hits)) + \(numbers.whole(disk)) of \(numbers.whole(lookups))"),
                explanation: localized("Photos found in memory and on disk, of all that were looked up")),
            Figure(
                name: localized("Held"), value: Self.bytes(figures.memory, numbers),
                explanation: localized("Bytes of photos held in memory, for all windows")),
            Figure(
                name: localized("Longest hold"), value: Self.time(figures.longestHold(at: now), numbers),
                explanation: localized(
                    "The longest time the main context was held without a break in the last ten seconds")),
            Figure(
                name: localized("Fetched"), value: Self.bytes(figures.bytes, numbers),
                explanation: localized("Bytes received from the network since the inspector was first shown")),
        ]
        if let median = figures.frame(percentile: 50), let slow = figures.frame(percentile: 99) {
            frames = localized(
                "Frames: median \(Self.time(median, numbers)), 99% within \(Self.time(slow, numbers))")
        } else {
            frames = localized("No frames yet")
        }
        state = figures.suspended.isEmpty ? "" : localized("Queues suspended")
        events = figures.recent.reversed().map { event in
            // The rest of the line is that of a trace, which is the same for all who read it.
            let hundredths = (event.time - start) / 10_000
            return "\(numbers.decimal(Double(hundredths) / 100, digits: 2))  \(event.text)"
        }.joined(separator: "\n")
    }

    private static func queue(_ running: Int, _ waiting: Int, _ numbers: NumberFormats) -> String {
        let (active, rest) = (numbers.whole(running), numbers.whole(waiting))
        return localizedCount(waiting, "\(active) + \(rest) waiting", "\(active) + \(rest) waiting")
    }

    /// Microseconds, in milliseconds with one decimal.
    private static func time(_ microseconds: Int, _ numbers: NumberFormats) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(numbers.decimal(Double(tenths) / 10, digits: 1)) ms"
    }

    /// In the largest suitable unit, in steps of a thousand, with at most three digits before a decimal.
    static func bytes(_ count: Int, _ numbers: NumberFormats = .current) -> String {
        let value = Double(count)
        if value < 999.5 { return localized("\(numbers.whole(count)) B", context: "bytes") }
        if value < 999.5e3 { return localized("\(number(value / 1e3, numbers)) kB") }
        if value < 999.5e6 { return localized("\(number(value / 1e6, numbers)) MB") }
        return localized("\(number(value / 1e9, numbers)) GB")
    }

    private static func number(_ value: Double, _ numbers: NumberFormats) -> String {
        let tenths = (value * 10).rounded()
        return numbers.decimal(tenths >= 100 ? value : tenths / 10, digits: tenths >= 100 ? 0 : 1)
    }
}
