import Foundation

/// Collects a catalogue's rows. Every entry becomes a row: one that cannot be a photo says why when it is asked for its
/// location.
public struct CatalogueBuilder {
    private var text: [UInt8] = []
    private var ends: [UInt32] = []
    private let limit: Int

    /// An empty builder, that takes up to `limit` bytes of text.
    public init() { self.init(limit: Catalogue.maximumByteCount) }

    init(limit: Int) { self.limit = min(limit, Int(Catalogue.problemFlag - 1)) }

    /// How many rows there are so far.
    public var count: Int { ends.count / 2 }

    /// Adds an entry with the text that should be its URL; white space around that is dropped. Throws `tooLarge` when
    /// the text of all rows is more than a catalogue may hold, `tooManyPhotos` when they are too many.
    public mutating func append(name: String, location: String) throws(CatalogueFailure) {
        appendName(name)
        var location = location
        let fits = location.withUTF8 { utf8 in
            let start = utf8.firstIndex { !Self.isSpace($0) } ?? utf8.endIndex
            let end = utf8.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
            guard end - start <= Catalogue.maximumLocationByteCount else { return false }
            text.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<end]))
            return true
        }
        if fits {
            ends.append(UInt32(truncatingIfNeeded: text.count))
        } else {
            appendProblem(.tooLong)
        }
        try checkSize()
    }

    /// Adds an entry that has no text for a URL. Throws as the other does.
    public mutating func append(name: String, problem: EntryProblem) throws(CatalogueFailure) {
        appendName(name)
        appendProblem(problem)
        try checkSize()
    }

    /// The catalogue, which came from `base`.
    public consuming func finish(base: URL) -> Catalogue {
        Catalogue(base: base, text: text, ends: ends)
    }

    private mutating func appendProblem(_ problem: EntryProblem) {
        text.append(problem.rawValue)
        ends.append(UInt32(truncatingIfNeeded: text.count) | Catalogue.problemFlag)
    }

    private mutating func appendName(_ name: String) {
        let utf8 = name.utf8
        if utf8.count <= Catalogue.maximumNameByteCount {
            text.append(contentsOf: utf8)
        } else {
            // Back from the limit to where a character's first byte is, so that what is left is whole.
            var end = utf8.index(utf8.startIndex, offsetBy: Catalogue.maximumNameByteCount - "…".utf8.count)
            while utf8[end] & 0b1100_0000 == 0b1000_0000 { end = utf8.index(before: end) }
            text.append(contentsOf: utf8[..<end])
            text.append(contentsOf: "…".utf8)
        }
        ends.append(UInt32(truncatingIfNeeded: text.count))
    }

    private func checkSize() throws(CatalogueFailure) {
        if text.count > limit { throw .tooLarge(limit: limit) }
        if count > Catalogue.maximumRowCount { throw .tooManyPhotos(limit: Catalogue.maximumRowCount) }
    }

    /// White space as HTML and URLs know it.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
