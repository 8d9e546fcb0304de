import Foundation

/// What precedes the first element of an XML document, looked at before the XML library sees the document.
///
/// A property list has no use for a document type of its own making, and that is what every attack by entities needs:
/// one that expands to gigabytes, one that is declared once and used a million times (libxml2 takes 7 s over 500 KB of
/// it), one that names a file of this computer. Foundation's parser reports no such declaration on Linux, so they are
/// refused here, and with them the encodings in which they could hide from this look.
struct XMLProlog {
    /// White space before the XML declaration, which servers' scripts leave by mistake and XML does not allow.
    private(set) var skippedBytes = 0
    /// How many lines end in it.
    private(set) var skippedLines = 0
    /// The first element's name.
    private(set) var rootName = ""

    /// 1 MiB: nobody writes a longer comment before the first element, and looking through one takes time that cannot be
    /// cancelled.
    private static let longestPart = 1 << 20

    private let units: Units
    private var position: Int

    /// Reads the prolog, or throws `notACatalogue`.
    init(of data: Data) throws(CatalogueFailure) {
        units = try Units(data)
        position = units.start
        try read()
    }

    private mutating func read() throws(CatalogueFailure) {
        skipSpace()
        if units.width == 1, units.start == 0 {
            skippedBytes = position
            skippedLines = (0..<position).count { units[$0] == 0x0A }
        }
        if follows("<?xml ") || follows("<?xml\t") || follows("<?xml\n") || follows("<?xml\r") {
            let start = position
            try skip(past: "?>", of: "the XML declaration")
            try checkEncoding(declared: units.text(start..<position))
        }
        while true {
            skipSpace()
            if follows("<?") {
                try skip(past: "?>", of: "a processing instruction")
            } else if follows("<!--") {
                try skip(past: "-->", of: "a comment")
            } else if follows("<!doctype html", ignoringCase: true) {
                throw Self.webPage
            } else if follows("<!DOCTYPE") {
                try skipDocumentType()
            } else {
                return try readRootName()
            }
        }
    }

    private static let webPage = CatalogueFailure.notACatalogue(
        reason: "It looks like a web page (HTML). Perhaps the address is that of a page about the catalogue, "
            + "or the server wants a login.")

    private mutating func readRootName() throws(CatalogueFailure) {
        guard follows("<") else {
            throw failure(position < units.count ? "There is no XML element." : XMLErrorReason.endsEarly)
        }
        position += 1
        let start = position
        while position < units.count, position - start < 64, !" \t\r\n/>".utf16.contains(units[position]) {
            position += 1
        }
        rootName = units.text(start..<position)
        guard position < units.count else { throw failure(XMLErrorReason.endsEarly) }
        if rootName.lowercased() == "html" { throw Self.webPage }
        if rootName != "plist" {
            throw failure("It is XML, but its outermost element is <\(rootName)>, not <plist>.")
        }
    }

    private mutating func skipDocumentType() throws(CatalogueFailure) {
        var quote: UInt16?
        while position < units.count {
            let unit = units[position]
            position += 1
            if let open = quote {
                if unit == open { quote = nil }
            } else if unit == 0x22 || unit == 0x27 {
                quote = unit
            } else if unit == UInt16(UInt8(ascii: "[")) {
                throw failure(
                    "It declares a document type of its own, and such a document is not opened, for safety’s sake.")
            } else if unit == UInt16(UInt8(ascii: ">")) {
                return
            }
        }
        throw failure("It ends within the document type; it may be cut short.")
    }

    /// Refuses encodings in which ASCII text may not look like ASCII text.
    private func checkEncoding(declared declaration: String) throws(CatalogueFailure) {
        guard let start = declaration.range(of: "encoding")?.upperBound else { return }
        let quoted = declaration[start...].drop { $0 != "\"" && $0 != "'" }.dropFirst()
        let name = quoted.prefix { $0 != "\"" && $0 != "'" }.uppercased()
        let plain = ["UTF-8", "UTF8", "US-ASCII", "ASCII", "WINDOWS-1252"]
        let isPlain = plain.contains(name) || name.hasPrefix("ISO-8859-")
        let isSaidOnce = declaration[start...].range(of: "encoding") == nil
        guard isSaidOnce, units.width == 1 ? isPlain : name.hasPrefix("UTF-16") else {
            throw failure("Its encoding is said to be “\(name.prefix(40))”. Save it as UTF-8.")
        }
    }

    private func failure(_ reason: String) -> CatalogueFailure {
        let line = 1 + (units.start..<min(position, units.count)).count { units[$0] == 0x0A }
        return .notACatalogue(reason: "Line \(line): \(reason)")
    }

    private mutating func skipSpace() {
        while position < units.count, [0x20, 0x09, 0x0A, 0x0D].contains(units[position]) { position += 1 }
    }

    private mutating func skip(past end: StaticString, of what: String) throws(CatalogueFailure) {
        let start = position
        while position < units.count {
            if follows("\(end)") {
                position += end.utf8CodeUnitCount
                return
            }
            position += 1
            if position - start > Self.longestPart { throw failure("It begins with more than 1 MiB of \(what).") }
        }
        throw failure("It ends within \(what); it may be cut short.")
    }

    private func follows(_ text: String, ignoringCase: Bool = false) -> Bool {
        var index = position
        for expected in text.utf8 {
            guard index < units.count else { return false }
            let unit = units[index]
            let isUpper = (0x41...0x5A).contains(unit)
            guard (ignoringCase && isUpper ? unit | 0x20 : unit) == UInt16(expected) else { return false }
            index += 1
        }
        return true
    }
}

extension XMLProlog {
    /// The document as code units: bytes, or pairs of them.
    private struct Units {
        let data: Data
        /// Bytes a unit: 1, or 2 for UTF-16.
        let width: Int
        let isBigEndian: Bool
        /// Where the text begins: after the byte order mark.
        let start: Int
        /// Where it ends, in units.
        let count: Int

        init(_ data: Data) throws(CatalogueFailure) {
            self.data = data
            let head = [UInt8](data.prefix(4))
            var (width, isBigEndian, start) = (1, false, 0)
            switch head {
            case [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x3C, 0, 0, 0], [0, 0, 0, 0x3C]:
                throw .notACatalogue(reason: "Its encoding is UTF-32. Save it as UTF-8.")
            case _ where head.starts(with: [0xFE, 0xFF]): (width, isBigEndian, start) = (2, true, 1)
            case _ where head.starts(with: [0xFF, 0xFE]): (width, start) = (2, 1)
            case _ where head.starts(with: [0xEF, 0xBB, 0xBF]): start = 3
            case _ where head.count > 1 && head[0] == 0: (width, isBigEndian) = (2, true)
            case _ where head.count > 1 && head[1] == 0: width = 2
            default: break
            }
            (self.width, self.isBigEndian, self.start) = (width, isBigEndian, start)
            count = data.count / width
        }

        subscript(index: Int) -> UInt16 {
            let at = data.startIndex + index * width
            if width == 1 { return UInt16(data[at]) }
            let (first, second) = (UInt16(data[at]), UInt16(data[at + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }

        func text(_ range: Range<Int>) -> String { String(decoding: range.map { self[$0] }, as: UTF16.self) }
    }
}
