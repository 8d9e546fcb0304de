/// One entry of a text: an address, optionally with a comma and a description.
struct ListPiece {
    /// The address, trimmed.
    let location: Slice<UnsafeRawBufferPointer>
    /// The description, trimmed; may be empty.
    let description: Slice<UnsafeRawBufferPointer>

    /// `isLine` says that it is a line of a list: words may then follow an address without a comma.
    init(_ piece: Slice<UnsafeRawBufferPointer>, isLine: Bool = false) {
        let piece = Self.withoutSum(Self.trimmed(piece))
        if let quoted = Self.quoted(piece) {
            location = quoted
            description = piece[piece.endIndex...]
            return
        }
        if isLine, let (first, rest) = Self.cut(piece) {
            (location, description) = (first, rest)
            return
        }
        var comma = piece.firstIndex(of: UInt8(ascii: ","))
        var looked = 1
        while let at = comma, !Self.ends(piece, at: at) {
            comma = looked < Self.mostCommas ? piece[(at + 1)...].firstIndex(of: UInt8(ascii: ",")) : nil
            looked += 1
        }
        guard let comma else {
            location = piece
            description = piece[piece.endIndex...]
            return
        }
        location = Self.trimmed(piece[..<comma])
        description = Self.trimmed(piece[(comma + 1)...])
    }

    /// The address that begins a line, and the words after it; nil if blanks do not end the address. Other addresses of
    /// the same file may follow it, between tabs (https://aria2.github.io/manual/en/html/aria2c.html#input-file).
    private static func cut(
        _ line: Slice<UnsafeRawBufferPointer>
    ) -> (first: Slice<UnsafeRawBufferPointer>, rest: Slice<UnsafeRawBufferPointer>)? {
        let first = line.prefix { !EntryScratch.isSpace($0) }
        guard first.count < line.count, LocationDetection.isAbsolute(first) else { return label(of: first, in: line) }
        // A comma, a semicolon or a bar separates fields.
        if first.contains(where: { ",;|".utf8.contains($0) }) { return nil }
        let gap = line[first.endIndex...].prefix(while: EntryScratch.isSpace)
        let rest = line[gap.endIndex...]
        if rest.first.map({ ",;|".utf8.contains($0) }) ?? true { return nil }
        // The columns of a table, unless there are only addresses.
        if gap.contains(0x09) { return LocationDetection.isAbsolute(rest) ? (first, line[line.endIndex...]) : nil }
        // A file's name with a space.
        if gap.count == 1, LocationDetection.namesPicture(line) { return nil }
        return (first, rest)
    }

    /// A picture's file that begins a line, if the number of its class follows: `train/1.jpg 0`. Nil for other lines.
    private static func label(
        of first: Slice<UnsafeRawBufferPointer>, in line: Slice<UnsafeRawBufferPointer>
    ) -> (first: Slice<UnsafeRawBufferPointer>, rest: Slice<UnsafeRawBufferPointer>)? {
        let label = line[first.endIndex...].drop(while: EntryScratch.isSpace)
        guard (1...8).contains(label.count), label.allSatisfy(URLText.isDigit), LocationDetection.namesPicture(first)
        else { return nil }
        return (first, line[line.endIndex...])
    }

    /// A line of a list of check sums without the sum: `e3b0c442…  photos/one.jpg`.
    private static func withoutSum(_ piece: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        let sum = piece.prefix(129).prefix { URLText.hexDigit($0) != nil }
        guard sum.count >= 32, sum.count % 8 == 0 else { return piece }
        let rest = piece[sum.endIndex...]
        // Of a file that is read as bytes a star precedes the name.
        guard rest.starts(with: "  ".utf8) || rest.starts(with: " *".utf8) else { return piece }
        return trimmed(rest.dropFirst(2))
    }

    /// Whether a line is an option of the address before it: indented, and a word with a value (`  out=sea.jpg`).
    static func isOption(_ line: some Collection<UInt8>) -> Bool {
        guard line.first == 0x20 || line.first == 0x09 else { return false }
        let text = line.drop(while: EntryScratch.isSpace)
        let word = text.prefix { URLText.isLetter($0) || URLText.isDigit($0) || $0 == UInt8(ascii: "-") }
        return !word.isEmpty && text.dropFirst(word.count).first == UInt8(ascii: "=")
    }

    /// Whether the address looks like one. Names of pictures have spaces, but not several lines.
    var isEntry: Bool {
        if TreeSyntax.isIn(location) { return false }
        if Self.hasSpace(location) {
            return LocationDetection.namesPicture(location) && !location.contains { $0 == 0x0A || $0 == 0x0D }
        }
        return LocationDetection.isLikely(location)
    }

    /// Whether it may be an address: a word with a character that words do not have.
    var mayBeEntry: Bool {
        isEntry || !Self.hasSpace(location) && location.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    }

    /// How many commas of an address are checked: an address of only commas would take quadratic time.
    private static let mostCommas = 16

    /// Whether that comma ends the address: addresses contain commas themselves (`/w=300,h=200/a.jpg`). It does if a
    /// picture's name precedes it, or if no path follows.
    private static func ends(_ piece: Slice<UnsafeRawBufferPointer>, at comma: Int) -> Bool {
        if LocationDetection.namesPicture(piece[..<comma]) { return true }
        let rest = piece[(comma + 1)...].prefix(256)
        return hasSpace(rest) || !rest.contains(UInt8(ascii: "/"))
    }

    /// The text, if all of it stands in quotes.
    private static func quoted(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>? {
        let quote = UInt8(ascii: "\"")
        guard text.count > 2, text.first == quote, text.last == quote else { return nil }
        let inner = text.dropFirst().dropLast()
        return inner.contains(quote) ? nil : inner
    }

    /// Whether a line is a remark in a list without marks.
    static func isRemark(_ line: some Collection<UInt8>) -> Bool {
        line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: ";")
    }

    private static func hasSpace(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        text.contains(where: EntryScratch.isSpace)
    }

    static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var text = text.drop(while: EntryScratch.isSpace)
        while let last = text.last, EntryScratch.isSpace(last) { text = text.dropLast() }
        return text
    }
}
