/// The encoding of names that one computer wrote into one archive. All of them together tell more than each alone.
///
/// For names as ZIP has them: in the code page of DOS of that computer, or in UTF-8.
package struct NameVote {
    /// An encoding that the names of a ZIP may have.
    package enum Encoding: String, Sendable {
        /// Western, which every name fits.
        case page437 = "CP437"
        /// Cyrillic.
        case page866 = "CP866"
        case shiftJIS = "CP932"
        case eucJP = "EUC-JP"
        case chinese = "GB18030"
    }

    private var count = 0
    private var shiftJIS = (common: 0, others: 0)
    private var japanese = Japanese()
    private var pairs = (names: 0, kana: 0, common: 0, others: 0)
    private var cyrillic = Cyrillic()

    package init() {}

    /// Adds a name. Those in UTF-8 tell nothing of the others.
    package mutating func add(_ name: [UInt8]) {
        if String(validating: name, as: UTF8.self) != nil { return }
        count += 1
        let counts = ReadableName.shiftJISCounts(name)
        shiftJIS.common += counts.common
        shiftJIS.others += counts.others
        if counts.common > 0, !japanese.hasRun {
            japanese.add(ReadableName.converted(name, from: Encoding.shiftJIS.rawValue))
        }
        if let counts = ReadableName.pairCounts(name) {
            pairs.names += 1
            pairs.kana += counts.kana
            pairs.common += counts.common
            pairs.others += counts.others
        }
        cyrillic.add(name)
    }

    /// The likely encoding of the names that are not UTF-8.
    package var encoding: Encoding {
        if count == 0 { return .page437 }
        // A capital and small letters of Russian make two kanji.
        if cyrillic.isCertain { return .page866 }
        if shiftJIS.common >= 2, shiftJIS.common >= shiftJIS.others, japanese.isCertain { return .shiftJIS }
        // DOS has no words of pairs above 0xA0 alone. Those of Windows in Cyrillic have few common characters.
        let known = pairs.kana + pairs.common
        if 2 * pairs.names > count, known >= 2, known >= 2 * pairs.others { return pairs.kana > 0 ? .eucJP : .chinese }
        return .page437
    }

    /// A name of the archive: in UTF-8, or in the encoding of the others if it fits.
    package static func text(_ name: [UInt8], in encoding: Encoding) -> String {
        if let text = String(validating: name, as: UTF8.self) { return text }
        let text = encoding == .page437 ? nil : ReadableName.converted(name, from: encoding.rawValue)
        return text ?? ArchiveNames.fromPage437(name)
    }

    /// Whether names read as Shift_JIS are Japanese.
    private struct Japanese {
        private(set) var hasRun = false
        /// The first two characters that stand alone, and are not the same.
        private var alone: [UnicodeScalar] = []
        /// Whether one of them is within a word of Latin letters, as an accented letter and the next one are.
        private var isInWord = false

        var isCertain: Bool { hasRun || alone.count >= 2 && !isInWord }

        mutating func add(_ text: String?) {
            guard let text else {
                isInWord = true
                return
            }
            hasRun = ArchiveNames.isJapanese(text)
            let scalars = Array(text.unicodeScalars)
            for (index, scalar) in scalars.enumerated() where ArchiveNames.isWide(scalar) {
                let neighbours = scalars[max(0, index - 1)..<min(scalars.count, index + 2)]
                if neighbours.contains(where: { $0.isASCII && $0.properties.isAlphabetic }) { isInWord = true }
                if alone.count < 2, !alone.contains(scalar) { alone.append(scalar) }
            }
        }
    }

    /// Whether names are Cyrillic in code page 866, in which most of a word's letters are small.
    private struct Cyrillic {
        private var (capital, small, others, longest) = (0, 0, 0, 0)

        /// A word of three letters at least: no Western name has as many accented letters in a row. Of the two bytes of
        /// a character in Shift_JIS one is where the capitals are.
        var isCertain: Bool { others == 0 && longest >= 3 && small >= 2 * capital }

        mutating func add(_ name: [UInt8]) {
            var run = 0
            for byte in name {
                run = byte >= 0x80 ? run + 1 : 0
                longest = max(longest, run)
                switch byte {
                case 0..<0x80: break
                case 0x80...0x9F: capital += 1
                case 0xA0...0xAF, 0xE0...0xEF: small += 1
                // The letters of other languages, and the number sign.
                case 0xF0...0xFF: break
                default: others += 1
                }
            }
        }
    }
}
