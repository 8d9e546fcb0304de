/// Turns a table without keys in its records into one with them: parallel lists (`{"url": […], "title": […]}`), or
/// rows of values with a heading (`{"columns": […], "data": [[…], […]]}`).
///
/// Only for a document that is stored as a whole: a column ends long after the first row begins.
struct TapeTable {
    private indirect enum Value {
        /// The index of its event.
        case leaf(Int)
        case list([Value])
        case object([(key: Int, value: Value)])
    }
    private let events: [EventTape.Event]
    private var next = 0

    /// Deeper documents are no tables.
    private static let maximumDepth = 6
    /// As many rows make a table.
    private static let fewestRows = 2

    /// The stored events with keyed records; nil if the document is no such table.
    static func keyed(_ tape: EventTape) -> EventTape? {
        var table = TapeTable(events: tape.events)
        guard let root = table.value(depth: 0), table.next == tape.events.count else { return nil }
        return table.columns(root, tape) ?? table.rows(root, tape)
    }

    private init(events: [EventTape.Event]) { self.events = events }

    private mutating func value(depth: Int) -> Value? {
        guard depth < Self.maximumDepth, next < events.count else { return nil }
        let index = next
        next += 1
        switch events[index].kind {
        case .string, .scalar: return .leaf(index)
        case .startArray:
            var list: [Value] = []
            while next < events.count, events[next].kind != .endArray {
                guard let value = value(depth: depth + 1) else { return nil }
                list.append(value)
            }
            next += 1
            return .list(list)
        case .startObject:
            var members: [(key: Int, value: Value)] = []
            while next < events.count, events[next].kind == .key {
                let key = next
                next += 1
                guard let value = value(depth: depth + 1) else { return nil }
                members.append((key, value))
            }
            next += 1
            return .object(members)
        case .key, .endObject, .endArray: return nil
        }
    }

    // MARK: Columns

    /// Parallel lists, or objects with the same numbers as keys.
    private func columns(_ root: Value, _ tape: EventTape) -> EventTape? {
        guard case .object(let members) = root else { return nil }
        let columns = members.compactMap { member in column(member.value, tape).map { (member.key, $0) }
        }
        guard columns.count >= 2, columns.count * 2 > members.count, let count = columns.first?.1.count,
            count >= Self.fewestRows, columns.allSatisfy({ $0.1.count == count }),
            // Lists of addresses alone are lists of photos.
            columns.contains(where: { column in column.1.allSatisfy { !isAddress($0, tape) } })
        else { return nil }
        var keyed = EventTape()
        keyed.append(.startArray)
        let keys = columns.map { Self.ofOne(Array(tape.bytes(of: events[$0.0]))) }
        for row in 0..<count {
            keyed.append(.startObject)
            for (key, values) in zip(keys, columns.map(\.1)) {
                key.withUnsafeBytes { keyed.append(.key, $0) }
                keyed.append(events[values[row]], of: tape)
            }
            keyed.append(.endObject)
        }
        keyed.append(.endArray)
        return keyed
    }

    /// The key of one text of a list of texts: `title` for `titles`. The keys of addresses stay as they are.
    private static func ofOne(_ key: [UInt8]) -> [UInt8] {
        let one = Array(key.dropLast())
        guard key.last == UInt8(ascii: "s"), EntryKey(key) == nil, let field = EntryKey(one)?.field,
            field != .location, field != .thumbnail
        else { return key }
        return one
    }

    private func column(_ value: Value, _ tape: EventTape) -> [Int]? {
        switch value {
        case .leaf: return nil
        case .list(let list): return leaves(list)
        case .object(let members):
            guard
                members.allSatisfy({
                    tape.bytes(of: events[$0.key]).allSatisfy { (0x30...0x39).contains($0) }
                })
            else { return nil }
            return leaves(members.map(\.value))
        }
    }

    private func leaves(_ values: [Value]) -> [Int]? {
        var leaves: [Int] = []
        for value in values {
            guard case .leaf(let index) = value else { return nil }
            leaves.append(index)
        }
        return leaves
    }

    // MARK: Rows

    private func rows(_ root: Value, _ tape: EventTape) -> EventTape? {
        var (lists, header): ([[Value]], [Int]?) = ([], nil)
        switch root {
        case .leaf: return nil
        case .list(let list): lists = [list]
        case .object(let members):
            for case (_, .list(let list)) in members {
                if let texts = leaves(list), !texts.isEmpty, texts.allSatisfy({ isHeading($0, tape) }) {
                    header = header ?? texts
                } else {
                    lists.append(list)
                }
            }
        }
        for list in lists {
            if let keyed = keyed(list, header, tape) { return keyed }
        }
        return nil
    }

    private func keyed(_ list: [Value], _ header: [Int]?, _ tape: EventTape) -> EventTape? {
        var rows: [[Int]] = []
        for case .list(let row) in list {
            guard let leaves = leaves(row) else { return nil }
            if !leaves.isEmpty { rows.append(leaves) }
        }
        guard rows.count >= Self.fewestRows, rows.count * 5 >= list.count * 4 else { return nil }
        var names = header
        if names == nil, let first = rows.first, first.count >= 2,
            first.allSatisfy({ isHeading($0, tape) })
        {
            names = first
            rows.removeFirst()
        }
        guard let names else { return nil }
        var keyed = EventTape()
        keyed.append(.startArray)
        for row in rows {
            keyed.append(.startObject)
            for (name, value) in zip(names, row) {
                tape.bytes(of: events[name]).withUnsafeBytes { keyed.append(.key, $0) }
                keyed.append(events[value], of: tape)
            }
            keyed.append(.endObject)
        }
        keyed.append(.endArray)
        return keyed
    }

    private func isAddress(_ index: Int, _ tape: EventTape) -> Bool {
        events[index].kind == .string
            && tape.bytes(of: events[index]).withUnsafeBytes { AddressLook($0) }.isAddress
    }

    /// Whether it is a text that may name a column.
    private func isHeading(_ index: Int, _ tape: EventTape) -> Bool {
        guard events[index].kind == .string else { return false }
        let text = tape.bytes(of: events[index])
        return !text.isEmpty && text.withUnsafeBytes { AddressLook($0) } == .words
    }
}
