/// A part of a tree, whole in memory.
indirect enum TreeValue: Sendable {
    /// A text, or a number as written.
    case text(String)
    /// Members in the document's order.
    case object([(key: String, value: TreeValue)])
    case array([TreeValue])
    /// True, false or null.
    case other

    /// The first member with one of these keys, in the keys' order; nil for anything but an object.
    subscript(keys: String...) -> TreeValue? {
        guard case .object(let members) = self else { return nil }
        for key in keys {
            if let found = members.first(where: { $0.key == key }) { return found.value }
        }
        return nil
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The types of a JSON-LD object, of which there may be several.
    var types: [String] { self["type", "@type"]?.all.compactMap(\.text) ?? [] }

    /// The text as a whole number above 0.
    var number: Int? { text.flatMap { Double($0) }.flatMap { $0 >= 1 && $0 <= 1e9 ? Int($0) : nil } }

    /// An array's values; any other value as the only one.
    var all: [TreeValue] { if case .array(let values) = self { values } else { [self] } }

    /// All texts in it, without keys.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .object(let members): members.flatMap(\.value.texts)
        case .array(let values): values.flatMap(\.texts)
        case .other: []
        }
    }
}

/// Collects the events of one value. What exceeds the limits is left out.
struct TreeValueCollector {
    private struct Open {
        let isArray: Bool
        var members: [(key: String, value: TreeValue)] = []
        var key = ""
    }
    private var open: [Open] = []
    /// How deep the events are below what is kept.
    private var skippedDepth = 0
    private var valueCount = 0
    private var byteCount = 0

    /// More than any page of a book has.
    private static let mostValues = 20_000
    private static let mostBytes = 1 << 20
    private static let deepest = 32

    /// Takes an event. Returns the value when it is complete.
    mutating func take(_ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?) -> TreeValue? {
        if skippedDepth > 0 {
            switch kind {
            case .startObject, .startArray: skippedDepth += 1
            case .endObject, .endArray: skippedDepth -= 1
            case .key, .string, .scalar: break
            }
            return nil
        }
        switch kind {
        case .startObject, .startArray:
            if isFull || open.count >= Self.deepest {
                skippedDepth = 1
            } else {
                open.append(Open(isArray: kind == .startArray))
            }
            return nil
        case .endObject, .endArray:
            guard let last = open.popLast() else { return nil }
            return add(last.isArray ? .array(last.members.map(\.value)) : .object(last.members))
        case .key:
            if let last = open.indices.last { open[last].key = text(utf8) }
            return nil
        case .string: return add(.text(text(utf8)))
        case .scalar: return add(utf8.map { .text(text($0)) } ?? .other)
        }
    }

    private var isFull: Bool { valueCount >= Self.mostValues || byteCount >= Self.mostBytes }

    private mutating func text(_ utf8: UnsafeRawBufferPointer?) -> String {
        guard let utf8, !isFull else { return "" }
        let bytes = utf8.prefix(EventTape.maximumTextByteCount)
        byteCount += bytes.count
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func add(_ value: TreeValue) -> TreeValue? {
        valueCount += 1
        guard let last = open.indices.last else { return value }
        if !isFull { open[last].members.append((open[last].key, value)) }
        return nil
    }
}
