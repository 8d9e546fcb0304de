/// A search: several words, all of which a row's name and description must contain, in any order, ignoring case and
/// accents. File extensions of pictures match only words with a dot: `NameEnding`.
public struct SearchQuery: Sendable, Equatable {
    /// Folded; none is contained in another. The longest, which matches the fewest rows, comes first.
    let words: [[UInt8]]

    /// The query in typed text.
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

    /// Whether every row matches.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether a short text matches, such as a title.
    package func matches(_ text: String) -> Bool {
        var folding = TextFolding()
        let folded = folding.fold(text)
        return words.allSatisfy { folded.contains($0) }
    }

    /// Whether every match also matches `other`, so that only those need checking.
    func narrows(_ other: SearchQuery) -> Bool {
        other.words.allSatisfy { word in words.contains { Self.isImplied(word, by: $0) } }
    }

    /// Whether every row that contains `other` contains `word`. Only a word with a dot matches an extension.
    private static func isImplied(_ word: [UInt8], by other: [UInt8]) -> Bool {
        (NameEnding.isMeant(by: word) || !NameEnding.isMeant(by: other)) && other.contains(word)
    }
}
