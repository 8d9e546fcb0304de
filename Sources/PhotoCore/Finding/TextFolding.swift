import Foundation

/// Folds text so that what a person takes for the same letters are the same bytes: capitals, accents, widths and
/// presentation forms aside.
///
/// Each scalar is folded by itself (so the fold of a text is the folds of its parts, one behind the other, and a part
/// of a text is found in it): compatibility decomposition (NFKD), without combining marks that are accents and without
/// what is not to be seen; lower case of its upper case, which brings together what full case folding does (ß and SS, ς
/// and Σ); and the letters with a stroke, which Unicode does not decompose, by their ASCII counterparts.
///
/// Belongs to one worker: it remembers what it has worked out.
struct TextFolding {
    /// The folds of 256 scalars each, in the order they were first needed.
    private var folds: [UInt32] = []
    /// Of each 256 scalars, where their folds begin; -1 for those not needed so far.
    private var pages = [Int32](repeating: -1, count: 0x1100)
    /// Folds of another number of scalars than one, as UTF-8.
    private var sequences: [UInt8] = []

    /// In a fold that is no single scalar: its place in `sequences`, times 256, and how many bytes it has there.
    private static let sequenceFlag: UInt32 = 1 << 31
    /// A scalar that would fold to more stays what it is: four times its own size is enough for all in everyday use.
    private static let maximumFoldByteCount = 12

    /// Adds the fold of `text`, which may be ill-formed, as UTF-8.
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
            // First, since it may add to what `append` reads: as an argument it would come after `self` is taken.
            let folded = fold(of: scalar)
            append(folded, to: &out)
        }
    }

    /// The fold of a text.
    mutating func fold(_ text: String) -> [UInt8] {
        var (text, out) = (text, [UInt8]())
        text.withUTF8 { fold(UnsafeRawBufferPointer($0), into: &out) }
        return out
    }

    /// The fold of an ASCII character.
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
        // U+FDFA is 33 bytes long: text made of such would take eleven times its size.
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

    /// Letters that stay what they are in every decomposition, and what people type for them: Unicode CLDR's
    /// Latin-ASCII transliteration, as far as letters of living languages' alphabets are concerned.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ŧ": "t", "þ": "th",
    ]

    static func foldedScalars(_ value: UInt32) -> [Unicode.Scalar] {
        guard let scalar = Unicode.Scalar(value) else { return ["\u{FFFD}"] }
        return withoutAccents(String(scalar)).flatMap { scalar in
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            let lower = upper.flatMap { withoutAccents($0.properties.lowercaseMapping) }
            return lower.flatMap { letter in plainLetters[letter].map { Array($0.unicodeScalars) } ?? [letter] }
        }
    }

    private static func withoutAccents(_ text: String) -> [Unicode.Scalar] {
        text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
            !isAccent(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// By its canonical combining class (Unicode Standard, 4.3): overlays; the points of Hebrew, Arabic and Syriac,
    /// which are mostly left out in writing; and what is attached, or stands above or below. The classes between are
    /// signs of the letter itself: nuktas, kana's voicing, viramas, the vowels of Thai, Lao and Tibetan.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
        return combiningClass == 1 || (10...36).contains(combiningClass) || combiningClass >= 200
    }

    // MARK: UTF-8

    /// The scalar whose first byte, not ASCII, is at `position`, and how many bytes it has; U+FFFD and one where it is
    /// ill-formed.
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
