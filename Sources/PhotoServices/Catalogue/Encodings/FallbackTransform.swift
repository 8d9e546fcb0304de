import PhotoCore

/// Decodes text without a declared encoding as UTF-8 if possible. The first non-ASCII bytes decide: if they are not
/// UTF-8, the text is Windows-1252, the usual encoding of old western European texts and the WHATWG Encoding Standard's
/// meaning of ISO 8859-1.
struct FallbackTransform: ByteTransforming {
    private enum Kind {
        case ascii
        case utf8
        case latin(CharsetTransform)
    }
    private var kind = Kind.ascii
    /// The first non-ASCII bytes, until they are complete.
    private var held: [UInt8] = []

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        switch kind {
        case .utf8: try next(bytes)
        case .latin(var transform):
            try transform.transform(bytes, next: next)
            kind = .latin(transform)
        case .ascii where held.isEmpty:
            guard let start = Self.firstNonASCII(in: bytes) else { return try next(bytes) }
            if start > 0 { try next(UnsafeRawBufferPointer(rebasing: bytes[..<start])) }
            held = Array(bytes[start...])
            try decide(isEnd: false, next: next)
        case .ascii:
            held.append(contentsOf: bytes)
            try decide(isEnd: false, next: next)
        }
    }

    mutating func finish(next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        if !held.isEmpty { try decide(isEnd: true, next: next) }
        if case .latin(var transform) = kind { try transform.finish(next: next) }
    }

    private mutating func decide(
        isEnd: Bool, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        switch Self.startsWithUTF8(held) {
        case nil where !isEnd: return
        case true?: kind = .utf8
        default: kind = .latin(CharsetTransform("WINDOWS-1252"))
        }
        let bytes = held
        held = []
        try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try transform(bytes, next: next) }
    }

    /// The index of the first byte that is not ASCII; nil without one. It looks at eight at once: most documents have
    /// none.
    static func firstNonASCII(in bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 0
        while index + 8 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            index += 8
        }
        return bytes[index...].firstIndex { $0 >= 0x80 }
    }

    /// Whether the bytes start with a UTF-8 character; nil if it is incomplete (Unicode, table 3-7).
    static func startsWithUTF8(_ bytes: [UInt8]) -> Bool? {
        guard let first = bytes.first else { return nil }
        let (count, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (1, 0...0)
            }
        if count == 1 { return first < 0x80 }
        for (index, byte) in bytes.prefix(count).enumerated().dropFirst() {
            guard (index == 1 ? second : 0x80...0xBF).contains(byte) else { return false }
        }
        return bytes.count < count ? nil : true
    }
}
