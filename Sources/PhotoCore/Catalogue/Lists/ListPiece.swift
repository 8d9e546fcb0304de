/// One entry of a text: an address, optionally with a comma and a description.
struct ListPiece {
    /// The address, trimmed.
    let location: Slice<UnsafeRawBufferPointer>
    /// The description, trimmed; may be empty.
    let description: Slice<UnsafeRawBufferPointer>

    init(_ piece: Slice<UnsafeRawBufferPointer>) {
        let piece = Self.trimmed(piece)
        if let quoted = Self.quoted(piece) {
            location = quoted
            description = piece[piece.endIndex...]
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
