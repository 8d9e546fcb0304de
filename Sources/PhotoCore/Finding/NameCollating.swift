/// The sort order of names in the person's language.
public protocol NameCollating: Sendable {
    /// Makes keys for one worker.
    func makeKeys() -> any NameKeying
}

/// Turns names into bytes whose lexical order is the names' order. Belongs to one worker.
public protocol NameKeying {
    /// Appends the key of a name in possibly invalid UTF-8. Names are equal if their keys are; keys contain no zero
    /// byte.
    mutating func appendKey(of name: UnsafeRawBufferPointer, to keys: inout [UInt8])
}

extension NameKeying {
    /// The key of a name.
    public mutating func key(of name: String) -> [UInt8] {
        var (name, key) = (name, [UInt8]())
        name.withUTF8 { appendKey(of: UnsafeRawBufferPointer($0), to: &key) }
        return key
    }
}

/// The same order in every language: ignores case and accents, and compares numbers by value.
public struct LanguagelessCollation: NameCollating {
    private struct Keys: NameKeying {
        mutating func appendKey(of name: UnsafeRawBufferPointer, to keys: inout [UInt8]) {
            keys += NaturalOrder.key(for: String(decoding: name, as: UTF8.self))
        }
    }

    /// The only such order.
    public init() {}

    /// NaturalOrder's keys.
    public func makeKeys() -> any NameKeying { Keys() }
}
