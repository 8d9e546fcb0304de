/// The events of the records that are open, so that a record in which the decided shape finds no photo can be judged
/// once more as a whole.
struct StoredRecord {
    /// The longest record that is judged again, with what an event takes. Others are left as the decided shape reads
    /// them.
    static let longest = 128 << 10

    private struct Mark {
        /// The index of the record's frame.
        let frame: Int
        /// The key of a record in an object whose keys are names.
        let name: [UInt8]
        /// Where the record begins on the tape.
        var start: Int
        /// Whether it has addresses in a list or an object that begins no known record.
        var hasOtherList = false
    }

    private var marks: [Mark] = []
    private var tape = EventTape()

    /// The index of the innermost record's frame; nil if none is stored.
    var innermost: Int? { marks.last?.frame }

    /// A record begins, whose frame is the innermost one.
    mutating func begin(frame: Int, name: [UInt8]) {
        marks.append(Mark(frame: frame, name: name, start: tape.events.count))
    }

    /// Takes an event. Returns the innermost record as far as it is stored, if that becomes too long and has what
    /// ``noteOtherList()`` noted: no more of it is stored.
    mutating func append(_ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, line: Int?) -> Cut? {
        if marks.isEmpty { return nil }
        let room = Self.longest - (utf8?.count ?? 0) - MemoryLayout<EventTape.Event>.stride
        if tape.byteCount > room, let last = marks.last {
            // The records around the innermost one are too long.
            let rest = tape.suffix(from: last.start)
            marks.removeAll()
            tape.removeAll()
            guard rest.byteCount <= room else {
                return last.hasOtherList ? Cut(frame: last.frame, name: last.name, events: rest) : nil
            }
            var mark = last
            mark.start = 0
            marks = [mark]
            tape = rest
        }
        tape.append(kind, utf8, line: line)
        return nil
    }

    /// The beginning of a record.
    struct Cut {
        let frame: Int
        let name: [UInt8]
        let events: EventTape
    }

    /// The innermost record has addresses in a list or an object that begins no known record.
    mutating func noteOtherList() {
        guard let last = marks.indices.last else { return }
        marks[last].hasOtherList = true
    }

    /// The innermost record, and its key in an object whose keys are names.
    var record: (events: EventTape, name: [UInt8])? {
        marks.last.map { (tape.suffix(from: $0.start), $0.name) }
    }

    /// Whether the innermost record has what ``noteOtherList()`` noted.
    var hasOtherList: Bool { marks.last?.hasOtherList == true }

    /// The innermost record ends, if one is stored. With `isCut`, it is no part of the record around it: else a record
    /// with many levels of its like would be stored and judged as often.
    mutating func drop(isCut: Bool = false) {
        guard let last = marks.popLast() else { return }
        if marks.isEmpty { tape.removeAll() } else if isCut { tape.removeSuffix(from: last.start) }
    }
}
