import PhotoCore

/// Converts streamed text to UTF-8, as browsers do. Invalid input becomes U+FFFD.
struct CharsetTransform: ByteTransforming {
    /// Nil for UTF-16 and UTF-32, and for ``EncodingLabels/replacement``.
    private var decoder: (any TextDecoder)?
    /// Nil with a decoder, and for ``EncodingLabels/replacement``.
    private let converter: ByteConverter?
    /// The length of a byte order mark to skip.
    private var bytesToSkip: Int
    /// The bytes per unit: how many are skipped at an invalid one.
    private let unitByteCount: Int
    /// An incomplete unit.
    private var carried: [UInt8] = []

    /// From the encoding with that name.
    init(_ charset: String, skipping byteCount: Int = 0) {
        decoder = Self.decoder(of: charset)
        converter = decoder == nil ? ByteConverter.charset(charset) : nil
        bytesToSkip = byteCount
        unitByteCount = charset.hasPrefix("UTF-16") ? 2 : charset.hasPrefix("UTF-32") ? 4 : 1
    }

    private static func decoder(of charset: String) -> (any TextDecoder)? {
        switch charset {
        case "GB18030": GB18030Decoder()
        case "EUC-JP": EUCJPDecoder()
        case "ISO-2022-JP": ISO2022JPDecoder()
        default: DoubleByteDecoder(charset) ?? ByteTable(charset)
        }
    }

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let skipped = min(bytesToSkip, bytes.count)
        bytesToSkip -= skipped
        var rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
        if decoder != nil { return try decode(rest, next: next) }
        // Adds bytes to an incomplete unit until it is complete.
        while !carried.isEmpty, let byte = rest.first {
            carried.append(byte)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
            let whole = carried
            carried = []
            try whole.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try convert(bytes, next: next) }
        }
        try convert(rest, next: next)
    }

    mutating func finish(next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        if decoder != nil {
            var text: [UInt8] = []
            decoder?.finish(&text)
            return try give(text, next)
        }
        if converter == nil || !carried.isEmpty { try give(Self.replacement, next) }
    }

    private mutating func decode(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var (rest, text) = (bytes[...], [UInt8]())
        text.reserveCapacity(min(bytes.count, Self.pieceByteCount) * 3)
        while !rest.isEmpty {
            text.removeAll(keepingCapacity: true)
            decoder?.append(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceByteCount)), to: &text)
            rest = rest.dropFirst(Self.pieceByteCount)
            try give(text, next)
        }
    }

    private static let pieceByteCount = 64 << 10

    private mutating func convert(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let converter else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let (step, read, output) = converter.convert(UnsafeRawBufferPointer(rebasing: rest))
            rest = rest.dropFirst(read)
            if !output.isEmpty { try next(output) }
            switch step {
            case .converted, .finished: break
            case .needsInput where rest.count < Self.longestCharacter:
                carried.append(contentsOf: rest)
                return
            case .needsInput, .invalid:
                rest = rest.dropFirst(unitByteCount)
                try give(Self.replacement, next)
            }
        }
    }

    /// No encoding has longer characters.
    private static let longestCharacter = 16
    private static let replacement = Array("\u{FFFD}".utf8)

    private func give(
        _ text: [UInt8], _ next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard !text.isEmpty else { return }
        try text.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try next(bytes) }
    }
}
