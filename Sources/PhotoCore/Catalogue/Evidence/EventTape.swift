/// Events of a streamed tree, stored to be read again.
///
/// Texts are cut to one byte more than any field of a row may have: a cut text is still recognised as too long.
struct EventTape: Sendable {
    enum Kind: UInt8, Sendable {
        case startObject, key, endObject, startArray, endArray, string, scalar
    }

    struct Event: Sendable {
        let kind: Kind
        /// The kind of a scalar.
        let problem: EntryProblem?
        /// Whether a scalar has a text.
        let hasText: Bool
        /// The line in the document; 0 if lines are not counted.
        let line: UInt32
        let start: UInt32
        let end: UInt32
    }

    private(set) var events: [Event] = []
    private var text: [UInt8] = []

    /// The longest text stored.
    static let maximumTextByteCount = Catalogue.maximumLocationByteCount + 1

    /// The memory in use, in bytes.
    var byteCount: Int { text.count + events.count * MemoryLayout<Event>.stride }

    var isEmpty: Bool { events.isEmpty }

    mutating func append(
        _ kind: Kind, _ utf8: UnsafeRawBufferPointer? = nil, problem: EntryProblem? = nil,
        line: Int? = nil
    ) {
        let start = text.count
        if let utf8 { text.append(utf8, limit: Self.maximumTextByteCount) }
        events.append(
            Event(
                kind: kind, problem: problem, hasText: utf8 != nil,
                line: line.map { UInt32(clamping: $0) } ?? 0,
                start: UInt32(clamping: start), end: UInt32(clamping: text.count)))
    }

    /// Whether nothing is nested in its outermost object or array.
    var isFlat: Bool {
        !events.dropFirst().contains { $0.kind == .startObject || $0.kind == .startArray }
    }

    /// How many names the outermost object holds, if it is a list of names and addresses: at least half of its texts
    /// are addresses, or of all its values, if none is a picture's by its ending. Otherwise 0.
    var addressedNames: Int {
        guard events.first?.kind == .startObject else { return 0 }
        var (depth, names, texts, addresses, pictures) = (0, 0, 0, 0, 0)
        for event in events {
            switch event.kind {
            case .startObject, .startArray: depth += 1
            case .endObject, .endArray: depth -= 1
            case .key where depth == 1: names += 1
            case .string where depth == 1:
                let text = bytes(of: event)
                texts += 1
                addresses += LocationDetection.isLikely(text) ? 1 : 0
                pictures += LocationDetection.namesPicture(text) || DataAddress.begins(text) ? 1 : 0
            case .key, .string, .scalar: continue
            }
        }
        return addresses > 0 && addresses * 2 >= (pictures > 0 ? texts : names) ? names : 0
    }

    /// Calls `body` with each event and its text.
    func forEach(
        _ body: (Event, UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        try text.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            for event in events {
                try body(event, UnsafeRawBufferPointer(rebasing: bytes[Int(event.start)..<Int(event.end)]))
            }
        }
    }

    /// The events from the one at `index` on.
    func suffix(from index: Int) -> EventTape {
        var rest = EventTape()
        guard index < events.count else { return rest }
        let start = events[index].start
        rest.text = Array(text[Int(start)...])
        rest.events = events[index...].map { event in
            Event(
                kind: event.kind, problem: event.problem, hasText: event.hasText, line: event.line,
                start: event.start - start, end: event.end - start)
        }
        return rest
    }

    /// Removes the events from the one at `index` on.
    mutating func removeSuffix(from index: Int) {
        guard index < events.count else { return }
        text.removeSubrange(Int(events[index].start)...)
        events.removeSubrange(index...)
    }

    /// The same for what cannot fail.
    func forEachEvent(_ body: (Event, UnsafeRawBufferPointer) -> Void) {
        text.withUnsafeBytes { bytes in
            for event in events {
                body(event, UnsafeRawBufferPointer(rebasing: bytes[Int(event.start)..<Int(event.end)]))
            }
        }
    }

    /// Adds all events of another tape.
    mutating func append(contentsOf tape: EventTape) {
        let start = UInt32(clamping: text.count)
        text += tape.text
        events += tape.events.map { event in
            Event(
                kind: event.kind, problem: event.problem, hasText: event.hasText, line: event.line,
                start: start + event.start, end: start + event.end)
        }
    }

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
    }

    /// The text of one of its events.
    func bytes(of event: Event) -> ArraySlice<UInt8> { text[Int(event.start)..<Int(event.end)] }

    /// Adds an event of another tape.
    mutating func append(_ event: Event, of tape: EventTape) {
        tape.bytes(of: event).withUnsafeBytes {
            append(
                event.kind, event.hasText ? $0 : nil, problem: event.problem,
                line: event.line > 0 ? Int(event.line) : nil)
        }
    }
}

extension [UInt8] {
    /// Appends the bytes, or as many as `limit`, in one copy: a slice of raw memory is appended byte by byte.
    mutating func append(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(limit)))
    }
}
