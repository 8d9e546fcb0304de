/// What is searched for: several words, all of which a row's name and description have to contain, in whatever order,
/// capitals and accents aside. Endings of pictures' files count only for words with a dot: `NameEnding`.
public struct SearchQuery: Sendable, Equatable {
    /// Folded; none is part of another. The longest, which the fewest rows contain, comes first.
    let words: [[UInt8]]

    /// What a person has typed.
    public init(_ text: String) {
        var folding = TextFolding()
        let words = text.split(whereSeparator: \.isWhitespace).map { folding.fold(String($0)) }
            // A compatibility character may fold to several words, or to nothing.
            .flatMap { $0.split(whereSeparator: EntryScratch.isSpace).map(Array.init) }
            .sorted { $0.count > $1.count }
        var kept: [[UInt8]] = []
        for word in words where !kept.contains(where: { Self.isImplied(word, by: $0) }) { kept.append(word) }
        self.words = kept
    }

    /// Whether every row fits.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether no row fits that does not fit `other` too, so that only those need be looked at.
    func narrows(_ other: SearchQuery) -> Bool {
        other.words.allSatisfy { word in words.contains { Self.isImplied(word, by: $0) } }
    }

    /// Whether each row that has `other` in it has `word`, too. What a name's ending has, only a word with a dot is
    /// found in.
    private static func isImplied(_ word: [UInt8], by other: [UInt8]) -> Bool {
        (NameEnding.isMeant(by: word) || !NameEnding.isMeant(by: other)) && Self.is(word, in: other)
    }

    private static func `is`(_ part: [UInt8], in word: [UInt8]) -> Bool {
        guard part.count <= word.count else { return false }
        return (0...word.count - part.count).contains { word[$0..<$0 + part.count].elementsEqual(part) }
    }
}
