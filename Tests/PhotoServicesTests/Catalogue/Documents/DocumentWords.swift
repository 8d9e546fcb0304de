import Foundation

/// What a document's bytes say, undone from every way in which its formats write an address: charsets, references,
/// backslashes, percent escapes. Independent of the program's own reading.
struct DocumentWords {
    private let texts: [[UInt8]]
    /// The same as names of hosts, whose letters are mapped to others.
    private let hostTexts: [[UInt8]]
    private let address: [UInt8]
    /// The document's address as that of a folder or a store.
    private let folder: [UInt8]

    /// `isThorough` says whether every charset and every order of writing is undone: that takes ten times as long.
    init(_ document: [UInt8], from address: String, isThorough: Bool = true) {
        var texts: [[UInt8]] = []
        func add(_ text: [UInt8]) { if !texts.contains(text) { texts.append(text) } }
        for text in isThorough ? Self.decoded(document) : [document] {
            add(text)
            add(Self.withoutBackslashes(text))
            if isThorough {
                add(Self.withoutBackslashes(text, half: "\u{FFFD}"))
                add(Self.withoutBackslashes(text, slashes: false))
            }
        }
        // An address may have slashes that lean either way, also between letters that look like an escape.
        if isThorough { for text in texts { add(Self.leaning(text)) } }
        // Twice: services escape what they put into feeds and JSON for their own pages.
        for _ in 0..<(isThorough ? 2 : 1) {
            for text in texts {
                add(Self.withoutReferences(text))
                // In an attribute, "&amph" is no reference; in JSON, only ampersands are escaped for a page.
                if isThorough {
                    add(Self.withoutReferences(text, ifEnded: true))
                    add(Array(String(decoding: text, as: UTF8.self).replacing("&amp;", with: "&").utf8))
                }
            }
        }
        if isThorough { for text in texts { add(Self.withoutBackslashes(text)) } }
        // An escaped letter of a style sheet is that letter, unless it is a digit of a number
        // (https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point).
        if isThorough { for text in texts { add(text.filter { $0 != UInt8(ascii: "\\") }) } }
        // Quotes are doubled in tables; a note's photo is called like the note.
        if isThorough {
            for text in texts { add(Array(String(decoding: text, as: UTF8.self).replacing("\"\"", with: "\"").utf8)) }
            add(Array(address.utf8))
        }
        // Tabs and ends of lines are no part of an address, also within an escape (https://url.spec.whatwg.org).
        if isThorough { for text in texts { add(text.filter { ![0x09, 0x0A, 0x0D].contains($0) }) } }
        self.texts = texts.map(Self.comparable)
        hostTexts = isThorough ? texts.filter { $0.contains { $0 >= 0x80 } }.map(Self.hostText) : []
        self.address = Self.comparable(Array(address.utf8))
        folder = self.address.prefix { $0 != UInt8(ascii: "?") } + [UInt8(ascii: "/")]
    }

    /// Whether an address stands in the document: whole, or its end, after a beginning that is one of the document's
    /// own address or stands there as well.
    func has(_ address: String) -> Bool {
        var address = address
        // The request to an image service begins with the service's address.
        if let request = address.range(of: "/full/[^/]+/0/(default|native)\\.jpg$", options: .regularExpression) {
            if has(String(address[..<request.lowerBound])) { return true }
        }
        if let fragment = address.firstIndex(of: "#"), fragment > address.startIndex {
            if has(String(address[..<fragment])) { return true }
        }
        address = address.replacingOccurrences(of: "+", with: "%20")
        let written = Self.comparable(Array(address.utf8))
        if hasWritten(written) { return true }
        // Only those before its query lean the other way.
        let leaning = Self.leaning(written)
        return leaning != written && hasWritten(leaning)
    }

    private func hasWritten(_ wanted: [UInt8]) -> Bool {
        if stands(wanted[...]) { return true }
        let path = wanted.prefix { $0 != UInt8(ascii: "?") }
        // A query alone asks the document's own address.
        let asksDocument = path.elementsEqual(self.address.prefix { $0 != UInt8(ascii: "?") })
        if asksDocument, stands(wanted[path.endIndex...]) { return true }
        for cut in path.indices.reversed() where path[cut] == UInt8(ascii: "/") || path[cut] == UInt8(ascii: ":") {
            let (beginning, end) = (wanted[...cut], wanted[(cut + 1)...])
            if !end.isEmpty, !stands(end) { return isHost(wanted) }
            if isKnown(beginning) { return true }
        }
        return false
    }

    /// Whether the document's address has this beginning, or the document does.
    private func isKnown(_ beginning: ArraySlice<UInt8>) -> Bool {
        if address.starts(with: beginning) || folder.starts(with: beginning) || stands(beginning)
            || stands(beginning.dropLast())
        {
            return true
        }
        if standsAsBase(beginning) || isHost(Array(beginning)) { return true }
        return ["http:", "https:", "file:", "http://", "https://"].contains(String(decoding: beginning, as: UTF8.self))
    }

    /// Whether it ends with a base that is relative to another one: of an element within an element with a base.
    private func standsAsBase(_ beginning: ArraySlice<UInt8>) -> Bool {
        beginning.indices.dropLast().contains { cut in
            beginning[cut] == UInt8(ascii: "/")
                && stands(("xml:base=\"".utf8 + beginning[(cut + 1)...] + "\"".utf8)[...])
                && isKnown(beginning[...cut])
        }
    }

    /// Whether it is a host alone that stands in the document in other letters.
    private func isHost(_ address: [UInt8]) -> Bool {
        guard let url = URL(string: String(decoding: address, as: UTF8.self)), ["", "/"].contains(url.path),
            url.query.map({ stands(Array("?\($0)".utf8)[...]) }) ?? true, let host = url.host(percentEncoded: false)
        else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false).map { label in
            label.hasPrefix("xn--") ? Punycode.decoded(label.dropFirst(4)) ?? String(label) : String(label)
        }
        return Self.stands(Array("//\(labels.joined(separator: "."))".utf8)[...], in: hostTexts)
    }

    private func stands(_ part: ArraySlice<UInt8>) -> Bool { Self.stands(part, in: texts) }

    private static func stands(_ part: ArraySlice<UInt8>, in texts: [[UInt8]]) -> Bool {
        guard let first = part.first else { return true }
        return part.withUnsafeBytes { part in
            texts.contains { text in
                text.withUnsafeBytes { text in
                    guard var place = text.baseAddress, let wanted = part.baseAddress else { return false }
                    let end = place + text.count
                    while end - place >= part.count,
                        let found = memchr(place, Int32(first), end - place - part.count + 1)
                    {
                        if memcmp(found, wanted, part.count) == 0 { return true }
                        place = UnsafeRawPointer(found) + 1
                    }
                    return false
                }
            }
        }
    }

    // MARK: Ways to write

    /// The text in each charset that it may have.
    private static func decoded(_ document: [UInt8]) -> [[UInt8]] {
        var texts = [document, Array(String(decoding: document, as: UTF8.self).utf8)]
        var encodings: [String.Encoding] = [.isoLatin1, .windowsCP1252, .windowsCP1251, .shiftJIS]
        if document.contains(0) { encodings += [.utf16, .utf16LittleEndian, .utf16BigEndian] }
        if document.contains(where: { $0 >= 0x80 || $0 == 0 }) {
            texts += encodings.compactMap { String(document, in: $0).map { Array($0.utf8) } }
            texts += [false, true].map { windowsText(document, keepsUndefined: $0) }
        }
        return texts
    }

    /// In Windows-1252, also with the bytes that it leaves undefined: each stands for itself, or for an unknown letter.
    private static func windowsText(_ document: [UInt8], keepsUndefined: Bool) -> [UInt8] {
        let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
        var (text, start) = ("", 0)
        for (index, byte) in document.enumerated() where undefined.contains(byte) {
            text += String(document[start..<index], in: .windowsCP1252) ?? ""
            text.unicodeScalars.append(keepsUndefined ? UnicodeScalar(byte) : "\u{FFFD}")
            start = index + 1
        }
        return Array((text + (String(document[start...], in: .windowsCP1252) ?? "")).utf8)
    }

    /// With slashes in place of backslashes.
    private static func leaning(_ text: [UInt8]) -> [UInt8] {
        text.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    }

    /// `\/`, `\u002F`, `\x2F`, `\"`, and Windows' own separators.
    private static func withoutBackslashes(_ text: [UInt8], half: String = "?", slashes: Bool = true) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        guard text.contains(backslash) else { return text }
        var (out, index): ([UInt8], Int) = ([], 0)
        var halves: [UInt16] = []
        func flush() {
            // Half a pair is a question mark to some readers, and the character for this to others.
            out += String(decoding: halves, as: UTF16.self).replacing("\u{FFFD}", with: half).utf8
            halves = []
        }
        while index < text.count {
            guard text[index] == backslash, index + 1 < text.count else {
                flush()
                out.append(text[index])
                index += 1
                continue
            }
            let digits = text[index + 1] == UInt8(ascii: "u") ? 4 : text[index + 1] == UInt8(ascii: "x") ? 2 : 0
            let number = text[(index + 2)...].prefix(digits)
            if digits > 0, number.count == digits,
                let value = UInt16(String(decoding: number, as: UTF8.self), radix: 16)
            {
                halves.append(value)
                index += 2 + digits
            } else {
                flush()
                let isLetter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8
                    .contains(text[index + 1])
                if slashes, isLetter, !"nrtbf".utf8.contains(text[index + 1]) { out.append(UInt8(ascii: "/")) }
                if !"nrtbf".utf8.contains(text[index + 1]) { out.append(text[index + 1]) }
                index += 2
            }
        }
        flush()
        return out
    }

    /// `&amp;`, `&#47;`, `&#x2F;`, and HTML's references to Latin letters; without their semicolon too, unless only
    /// those that are ended count.
    private static func withoutReferences(_ text: [UInt8], ifEnded: Bool = false) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var (out, index): ([UInt8], Int) = ([], 0)
        while index < text.count {
            if text[index] == UInt8(ascii: "&"), let (character, length) = reference(text[(index + 1)...].prefix(12)),
                !ifEnded || text[index + length] == UInt8(ascii: ";")
            {
                out += String(character).utf8
                index += 1 + length
            } else {
                out.append(text[index])
                index += 1
            }
        }
        return out
    }

    private static func reference(_ text: ArraySlice<UInt8>) -> (Character, Int)? {
        let words = String(decoding: text, as: UTF8.self)
        func end(_ length: Int) -> Int {
            words.utf8.dropFirst(length).first == UInt8(ascii: ";") ? length + 1 : length
        }
        if words.hasPrefix("#") {
            let isHexadecimal = words.dropFirst().first.map { "xX".contains($0) } ?? false
            let digits = words.dropFirst(isHexadecimal ? 2 : 1).prefix { isHexadecimal ? $0.isHexDigit : $0.isNumber }
            let length = (isHexadecimal ? 2 : 1) + digits.utf8.count
            guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(value) else {
                return nil
            }
            return (Character(scalar), end(length))
        }
        guard let name = names.keys.filter({ words.hasPrefix($0) }).max(by: { $0.count < $1.count }),
            let character = names[name]
        else { return nil }
        return (character, end(name.utf8.count))
    }

    private static let names: [String: Character] = {
        var names: [String: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "sol": "/"]
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
            acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
            Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
            Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
            auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
            ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (offset, name) in latin.split(separator: " ").enumerated() {
            names[String(name)] = Character(Unicode.Scalar(UInt8(0xA0 + offset)))
        }
        return names
    }()

    /// As names of hosts are mapped (https://www.unicode.org/reports/tr46/): "²" is "2", and a byte order mark is
    /// nothing.
    private static func hostText(_ text: [UInt8]) -> [UInt8] {
        let mapped = String(decoding: text, as: UTF8.self).precomposedStringWithCompatibilityMapping.lowercased()
        let shown = mapped.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return comparable(Array(String(String.UnicodeScalarView(shown)).utf8))
    }

    /// Without escapes of percent signs, spaces and control characters, in lower case.
    private static func comparable(_ text: [UInt8]) -> [UInt8] {
        var text = text.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        for _ in 0..<2 where text.contains(UInt8(ascii: "%")) {
            var (out, index): ([UInt8], Int) = ([], 0)
            while index < text.count {
                if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                    let value = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
                {
                    out.append(value)
                    index += 3
                } else {
                    out.append(text[index])
                    index += 1
                }
            }
            text = out
        }
        return text.filter { $0 > 0x20 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
