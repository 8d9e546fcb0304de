import Foundation

/// Folds text so that letters a person considers equal become the same bytes: ignores case, accents, widths and
/// presentation forms.
///
/// In all languages alike: in Swedish, å is another letter than a, but a name that was typed elsewhere may lack its
/// ring, and a search that finds too much does less harm than one that finds too little. The order of names does follow
/// the language (NameCollating).
///
/// Folds each scalar separately, so the fold of a text is the concatenation of its parts' folds, and parts can be found
/// in it: compatibility decomposition (NFKD), without accents and invisible characters; lower case of upper case, which
/// merges what full case folding does (ß and SS, ς and Σ); and counterparts without a decomposition: of letters with a
/// stroke and of all scripts' digits in ASCII, of two Persian letters in Arabic, and of katakana in hiragana.
///
/// Belongs to one worker: it caches its results.
struct TextFolding {
    /// The folds of pages of 256 scalars, in order of first use.
    private var folds: [UInt32] = []
    /// For each page of 256 scalars, the start of its folds; -1 if unused.
    private var pages = [Int32](repeating: -1, count: 0x1100)
    /// Folds that are not exactly one scalar, as UTF-8.
    private var sequences: [UInt8] = []

    /// Marks a fold that is not one scalar: its place in `sequences`, times 256, plus its length in bytes.
    private static let sequenceFlag: UInt32 = 1 << 31
    /// A scalar with a longer fold stays unchanged: four times its size suffices for everyday text.
    private static let maximumFoldByteCount = 12

    /// Appends the fold of `text`, in possibly invalid UTF-8, as UTF-8.
    mutating func fold(_ text: UnsafeRawBufferPointer, into out: inout [UInt8]) {
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte < 0x80 {
                out.append(Self.lowercased(byte))
                position += 1
                continue
            }
            let (scalar, length) = Self.decode(text, at: position)
            position += length
            // Evaluated first, because it may add to what `append` reads: as an argument it would run after `self` is
            // taken.
            let folded = fold(of: scalar)
            append(folded, to: &out)
        }
    }

    mutating func fold(_ text: String) -> [UInt8] {
        var (text, out) = (text, [UInt8]())
        text.withUTF8 { fold(UnsafeRawBufferPointer($0), into: &out) }
        return out
    }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    // MARK: The table

    private mutating func fold(of scalar: UInt32) -> UInt32 {
        let page = Int(scalar >> 8)
        if pages[page] < 0 {
            pages[page] = Int32(folds.count)
            for low in 0..<256 as Range<UInt32> {
                let scalar = scalar & ~0xFF | low
                folds.append(encode(Self.foldedScalars(scalar), of: scalar))
            }
        }
        return folds[Int(pages[page]) + Int(scalar & 0xFF)]
    }

    private mutating func encode(_ scalars: [Unicode.Scalar], of original: UInt32) -> UInt32 {
        if scalars.count == 1 { return scalars[0].value }
        let utf8 = scalars.flatMap { Array(String($0).utf8) }
        // U+FDFA is 33 bytes long: text of such characters would grow elevenfold.
        if utf8.count > Self.maximumFoldByteCount { return original }
        let place = sequences.count
        sequences += utf8
        return Self.sequenceFlag | UInt32(place) << 8 | UInt32(utf8.count)
    }

    private func append(_ fold: UInt32, to out: inout [UInt8]) {
        if fold & Self.sequenceFlag != 0 {
            let place = Int(fold & ~Self.sequenceFlag) >> 8
            out.append(contentsOf: sequences[place..<place + Int(fold & 0xFF)])
        } else if fold < 0x80 {
            out.append(UInt8(truncatingIfNeeded: fold))
        } else {
            if fold < 0x800 {
                out.append(UInt8(truncatingIfNeeded: 0xC0 | fold >> 6))
            } else {
                if fold < 0x1_0000 {
                    out.append(UInt8(truncatingIfNeeded: 0xE0 | fold >> 12))
                } else {
                    out.append(UInt8(truncatingIfNeeded: 0xF0 | fold >> 18))
                    out.append(UInt8(truncatingIfNeeded: 0x80 | fold >> 12 & 0x3F))
                }
                out.append(UInt8(truncatingIfNeeded: 0x80 | fold >> 6 & 0x3F))
            }
            out.append(UInt8(truncatingIfNeeded: 0x80 | fold & 0x3F))
        }
    }

    // MARK: What a scalar folds to

    /// Letters without a decomposition, and what people type for them: Unicode CLDR's Latin-ASCII transliteration, for
    /// letters of living languages.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ŧ": "t", "þ": "th",
    ]

    static func foldedScalars(_ value: UInt32) -> [Unicode.Scalar] {
        guard let scalar = Unicode.Scalar(value) else { return ["\u{FFFD}"] }
        return withoutAccents(String(scalar)).flatMap { scalar in
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            let lower = upper.flatMap { withoutAccents($0.properties.lowercaseMapping) }
            return lower.flatMap { letter in
                plainLetters[letter].map { Array($0.unicodeScalars) } ?? [counterpart(of: letter)]
            }
        }
    }

    /// The one of several scalars for one letter or digit, which keyboards of different countries have.
    private static func counterpart(of letter: Unicode.Scalar) -> Unicode.Scalar {
        switch letter {
        // Yeh and kaf.
        case "\u{6CC}": "\u{64A}"
        case "\u{6A9}": "\u{643}"
        // Katakana, and their iteration mark. The mark with a voicing is decomposed.
        case "\u{30A1}"..."\u{30F6}", "\u{30FD}": Unicode.Scalar(letter.value - 0x60) ?? letter
        default: letter.plainDigit ?? letter
        }
    }

    private static func withoutAccents(_ text: String) -> [Unicode.Scalar] {
        text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
            !isAccent(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// By its canonical combining class (Unicode Standard, 4.3): overlays; the points of Hebrew, Arabic and Syriac,
    /// usually omitted in writing; and marks attached, above or below. The classes between are part of the letter:
    /// nuktas, kana's voicing, viramas, the vowels of Thai, Lao and Tibetan.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
        return combiningClass == 1 || (10...36).contains(combiningClass) || combiningClass >= 200
    }

    // MARK: UTF-8

    /// The scalar whose first, non-ASCII byte is at `position`, and its length in bytes; U+FFFD and one if invalid.
    private static func decode(_ text: UnsafeRawBufferPointer, at position: Int) -> (scalar: UInt32, length: Int) {
        let first = UInt32(text[position])
        let (length, least): (Int, UInt32) =
            switch first {
            case 0xC2...0xDF: (2, 0x80)
            case 0xE0...0xEF: (3, 0x800)
            case 0xF0...0xF4: (4, 0x1_0000)
            default: (0, 0)
            }
        guard length > 0, position + length <= text.count else { return (0xFFFD, 1) }
        var scalar = first & (0xFF >> UInt32(length + 1))
        for next in position + 1..<position + length {
            let byte = UInt32(text[next])
            guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
            scalar = scalar << 6 | byte & 0x3F
        }
        guard scalar >= least, scalar <= 0x10_FFFF, !(0xD800...0xDFFF).contains(scalar) else { return (0xFFFD, 1) }
        return (scalar, length)
    }
}
