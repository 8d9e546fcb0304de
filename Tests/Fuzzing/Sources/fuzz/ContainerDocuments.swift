@testable import PhotoCore

/// A TIFF structure that a document describes, so that most documents reach the readers of its directories: its byte
/// order, the lengths of two directories, and for each entry its tag, its type, its count and its value.
struct TIFFDocument {
    let bytes: [UInt8]

    private static let tags = [
        0x0100, 0x0101, 0x0103, 0x0106, 0x0111, 0x0112, 0x0117, 0x0201, 0x0202, 0x8769, 0xB000, 0xB001, 0xB002,
    ]
    /// Each stands for a byte from 0xC0 on.
    private static let edges = [
        0x100, 0x1000, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF, 0x010001,
        0x010002,
    ]

    init(_ document: [UInt8]) {
        var rest = document[...]
        func next() -> Int { Int(rest.popFirst() ?? 0) }
        func value() -> Int {
            let byte = next()
            return byte < 0xC0 ? byte : Self.edges[(byte - 0xC0) % Self.edges.count]
        }
        let isLittle = next() & 1 == 1
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        var made: [UInt8] = (isLittle ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]) + number(8, 4)
        for isLast in [false, true] {
            let count = next() % 12
            made += number(count, 2)
            for _ in 0..<count {
                let (tag, type, amount, content) = (Self.tags[next() % Self.tags.count], next() % 14, value(), value())
                made += number(tag, 2) + number(type, 2) + number(amount, 4)
                made += type == 3 ? number(content & 0xFFFF, 2) + [0, 0] : number(content, 4)
            }
            made += number(isLast ? value() : made.count + 4, 4)
        }
        bytes = made + rest
    }
}

/// A PNG file that a document describes: for each chunk a byte for its name, one for its length, and its content. Its
/// checksums are correct.
struct PNGDocument {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let names = ["tEXt", "IDAT", "eXIf", "IEND", "IHDR", "iCCP", "zTXt", "tRNS"]

    /// The document's chunks after a header and `texts`.
    init(_ document: [UInt8], texts: [(key: String, text: String)] = []) {
        append("IHDR", [0, 0, 1, 0, 0, 0, 0, 0xC0, 8, 6, 0, 0, 0])
        for (key, text) in texts { append("tEXt", Array(key.utf8) + [0] + Array(text.utf8)) }
        var rest = document[...]
        while let name = rest.popFirst(), let count = rest.popFirst() {
            append(Self.names[Int(name) % Self.names.count], Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        append("IDAT", [])
        append("IEND", [])
    }

    private mutating func append(_ name: String, _ content: [UInt8]) {
        let body = Array(name.utf8) + content
        let sum = body.withUnsafeBytes { CRC32.checksum(of: $0) }
        bytes += Self.number(UInt32(content.count)) + body + Self.number(sum)
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// ISO boxes that a document describes: for each a byte for its name, one for its length, and its content, which in
/// some is boxes again. A name from 0xE0 on gives its box a size of another kind.
struct BoxDocument {
    let bytes: [UInt8]

    private static let names = ["meta", "iprp", "ipco", "ispe", "colr", "irot", "pitm", "mdat"]
    private static let sizes = [0, 1, 7, 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]

    init(_ document: [UInt8]) {
        bytes = Self.box("ftyp", Array("avif\0\0\0\0mif1avif".utf8)) + Self.boxes(document[...], depth: 0)
    }

    private static func boxes(_ document: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        var rest = document
        var made: [UInt8] = []
        while let kind = rest.popFirst(), let count = rest.popFirst() {
            let index = Int(kind) % names.count
            let part = rest.prefix(Int(count))
            rest = rest.dropFirst(Int(count))
            var content = Array(part)
            if index < 3, depth < 5 {
                // "meta" starts with a version and flags.
                content = [UInt8](repeating: 0, count: index == 0 ? 4 : 0) + boxes(part, depth: depth + 1)
            }
            made += box(names[index], content, size: kind < 0xE0 ? nil : sizes[Int(kind) / 8 % sizes.count])
        }
        return made
    }

    private static func box(_ name: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
        let size = size ?? content.count + 8
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(name.utf8) + content
    }
}

/// A ZIP that a document describes, so that most documents reach the readers of its members: for each member its name,
/// its method, its lengths, its place, its attributes and an extra field; then the end of the ZIP.
struct ZIPDocument {
    let bytes: [UInt8]

    /// Each stands for a byte from 0xE0 on.
    private static let edges = [
        0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 40, Int.max - 1,
        Int.max, -1, .min,
    ]

    init(_ document: [UInt8]) {
        var rest = document[...]
        func next() -> Int { Int(rest.popFirst() ?? 0) }
        func value() -> Int {
            let byte = next()
            return byte < 0xE0 ? byte : Self.edges[(byte - 0xE0) % Self.edges.count]
        }
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let shift = next() % 8
        var made = [UInt8](repeating: 0, count: shift)
        var directory: [UInt8] = []
        for _ in 0..<(next() % 4) {
            let (flags, method, attributes) = (value() & 0xFFFF, [0, 8, 9, 12][next() % 4], value())
            let name = Array(rest.prefix(next() % 16)) + Array(".jpg".utf8)
            rest = rest.dropFirst(name.count - 4)
            let content = Array(rest.prefix(next()))
            rest = rest.dropFirst(content.count)
            let start = made.count - shift
            made += number(0x0403_4B50, 4) + number(20, 2) + number(flags, 2) + number(method, 2) + number(value(), 8)
            made += number(content.count, 4) + number(content.count, 4) + number(name.count, 2) + number(0, 2)
            made += name + content
            let (packed, whole, place) = next() % 4 == 0 ? (value(), value(), value()) : (content.count, value(), start)
            var extra: [UInt8] = []
            // The numbers of large ZIPs, or a name in UTF-8.
            if next() % 2 == 1 { extra += number(1, 2) + number(24, 2) + (0..<3).flatMap { _ in number(value(), 8) } }
            if next() % 4 == 1 { extra += number(0x7075, 2) + number(5 + name.count, 2) + [1, 0, 0, 0, 0] + name }
            if next() % 8 == 1 { extra += number(value(), 2) + number(value(), 2) }
            directory += number(0x0201_4B50, 4) + number(0x0314, 2) + number(20, 2) + number(flags, 2)
            directory += number(method, 2) + number(value(), 4) + number(0, 4) + number(packed, 4) + number(whole, 4)
            directory += number(name.count, 2) + number(extra.count, 2) + number(0, 6) + number(attributes, 4)
            directory += number(place, 4) + name + extra
        }
        let start = made.count - shift
        made += directory
        if next() % 4 == 1 {
            made += number(0x0606_4B50, 4) + number(44, 8) + number(0, 12) + number(1, 16)
            made += number(next() % 2 == 0 ? directory.count : value(), 8)
            made += number(next() % 2 == 0 ? start : value(), 8)
            made += number(0x0706_4B50, 4) + number(0, 16)
        }
        made += number(0x0605_4B50, 4) + number(0, 8) + number(next() % 4 == 0 ? value() : directory.count, 4)
        made += number(next() % 4 == 0 ? value() : start, 4) + number(0, 2)
        bytes = made
    }
}
