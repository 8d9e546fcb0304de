/// Text of catalogues, servers and file names as a person may see it, and as a file may be called: it reads as what it
/// is, in the place where it stands.
///
/// Direction controls make text read as another: "evil\u{202E}gpj.exe" reads as "evilexe.jpg". They disappear:
/// embeddings, overrides and isolates (Unicode Standard Annex #9), and the marks U+200E, U+200F and U+061C, which
/// reorder Latin letters around a dot. The letters of Hebrew and Arabic have a direction of their own, and need none.
/// Line ends and other control characters become spaces, so that no name looks like two lines, or steers a terminal.
public enum ShownText {
    /// `text` on one line.
    public static func line(_ text: String) -> String { shown(text, keepsLines: false) }

    /// `text` with its lines and tabs.
    public static func lines(_ text: String) -> String { shown(text, keepsLines: true) }

    private static func shown(_ text: String, keepsLines: Bool) -> String {
        var text = text
        if text.withUTF8({ isPlain(UnsafeRawBufferPointer($0)) }) { return text }
        var shown = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch kind(of: scalar) {
            case .direction: break
            case .lineEnd where scalar == "\n" && previous == "\r": break
            case .lineEnd: shown.append(keepsLines ? "\n" : " ")
            case .control: shown.append(keepsLines && scalar == "\t" ? scalar : " ")
            case nil: shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// What makes a character unfit to be shown.
    enum Kind { case direction, lineEnd, control }

    /// Nil for the others.
    static func kind(of scalar: Unicode.Scalar) -> Kind? {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineEnd
        case 0x00...0x1F, 0x7F...0x9F: .control
        // The last six, deprecated, change the mirroring and the shapes of what follows.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: .direction
        default: nil
        }
    }

    /// Whether text in UTF-8, perhaps invalid, has no such character. Judges a million names in milliseconds: eight
    /// bytes of ASCII at a time.
    static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        for start in stride(from: 0, to: text.count, by: 8) {
            let isWhole = start + 8 <= text.count
            if isWhole, isPlainASCII(text.loadUnaligned(fromByteOffset: start, as: UInt64.self)) { continue }
            for position in start..<min(start + 8, text.count) where isUnfit(text, position) { return false }
        }
        return true
    }

    /// Whether none of eight bytes is a control character or outside ASCII. The subtraction sets the highest bit of
    /// bytes below 0x20, and may set it above them; the addition sets that of 0x7F.
    @inline(__always)
    private static func isPlainASCII(_ word: UInt64) -> Bool {
        let unfit = word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)
        return unfit & 0x8080_8080_8080_8080 == 0
    }

    /// Whether such a character begins at `position`.
    private static func isUnfit(_ text: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        let byte = { (offset: Int) in position + offset < text.count ? text[position + offset] : 0 }
        return switch byte(0) {
        case 0x00...0x1F, 0x7F: true
        case 0xC2: (0x80...0x9F).contains(byte(1))
        case 0xD8: byte(1) == 0x9C
        case 0xE2 where byte(1) == 0x80: (0x8E...0x8F).contains(byte(2)) || (0xA8...0xAE).contains(byte(2))
        case 0xE2 where byte(1) == 0x81: (0xA6...0xAF).contains(byte(2))
        default: false
        }
    }
}
