/// Which words of a document named the fields of its first photo, for an explanation: `url` or `image.src`.
package struct EntryWords: Sendable, Equatable {
    private var outer: [UInt8] = []
    private var inner: [UInt8] = []
    private var words: [CatalogueField: String] = [:]

    /// No words yet.
    package init() {}

    /// Longer words are cut.
    private static let longest = 64

    /// Whether no word named a field.
    var isEmpty: Bool { words.isEmpty }

    /// The value of this key follows.
    mutating func key(_ utf8: UnsafeRawBufferPointer) {
        outer = Array(utf8.prefix(Self.longest))
        inner = []
    }

    /// The value of this key follows, within the value of the last ``key(_:)``.
    mutating func innerKey(_ utf8: UnsafeRawBufferPointer) { inner = Array(utf8.prefix(Self.longest)) }

    /// The value of the last key is a field's text.
    mutating func name(_ field: CatalogueField) {
        guard !outer.isEmpty else { return }
        words[field] = String(decoding: inner.isEmpty ? outer : outer + [UInt8(ascii: ".")] + inner, as: UTF8.self)
    }

    /// Lines of text; none without words.
    package var explanation: [String] {
        let fields = words.sorted { $0.key.rawValue < $1.key.rawValue }
        return fields.map { field, word in "  \(field == .location ? "address" : "\(field)") “\(word)”" }
    }
}
