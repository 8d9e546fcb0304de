/// The order in which the person's language sorts names.
public protocol NameCollating: Sendable {
    /// What makes keys for one worker.
    func makeKeys() -> any NameKeying
}

/// Makes of names bytes whose lexical order is the names' order. Belongs to one worker.
public protocol NameKeying {
    /// Adds the key of a name, UTF-8 that may be ill-formed. Names are equal where their keys are; a key has no zero
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

/// Sorts the same in every language: capitals and accents aside, numbers by their value.
public struct LanguagelessCollation: NameCollating {
    private struct Keys: NameKeying {
        mutating func appendKey(of name: UnsafeRawBufferPointer, to keys: inout [UInt8]) {
            keys += NaturalOrder.key(for: String(decoding: name, as: UTF8.self))
        }
    }

    /// An order without a choice.
    public init() {}

    /// Keys as NaturalOrder makes them.
    public func makeKeys() -> any NameKeying { Keys() }
}
