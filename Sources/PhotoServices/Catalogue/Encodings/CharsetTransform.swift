import PhotoCore

/// Converts streamed text to UTF-8, as browsers do. Invalid input becomes U+FFFD.
struct CharsetTransform: ByteTransforming {
    /// Nil for encodings with characters of several bytes.
    private let table: ByteTable?
    /// Nil with a table, and for ``EncodingLabels/replacement``.
    private let converter: ByteConverter?
    /// Whether the converter holds back a character that a mark may follow, and has no state else.
    private let holdsBack: Bool
    /// What single bytes mean that are no character to iconv.
    private let loneBytes: [UInt8: Unicode.Scalar]
    /// The length of a byte order mark to skip.
    private var bytesToSkip: Int
    /// The bytes per unit: how many are skipped at an invalid one.
    private let unitByteCount: Int
    /// An incomplete unit.
    private var carried: [UInt8] = []

    /// From the encoding with that name.
    init(_ charset: String, skipping byteCount: Int = 0) {
        table = ByteTable(charset)
        converter = table == nil ? ByteConverter.charset(charset) : nil
        holdsBack = charset == "BIG5-HKSCS"
        loneBytes = Self.loneBytes[charset] ?? [:]
        bytesToSkip = byteCount
        unitByteCount = charset.hasPrefix("UTF-16") ? 2 : charset.hasPrefix("UTF-32") ? 4 : 1
    }

    /// https://encoding.spec.whatwg.org, 10.2.1 and 12.3.1. Other differences are few and rare: characters of two bytes
    /// in Big5, and in Japanese text in EUC-JP and ISO-2022-JP.
    private static let loneBytes: [String: [UInt8: Unicode.Scalar]] = [
        "GB18030": [0x80: "\u{20AC}"], "CP932": [0x80: "\u{80}"],
    ]

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let skipped = min(bytesToSkip, bytes.count)
        bytesToSkip -= skipped
        var rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
        if let table { return try convert(rest, by: table, next: next) }
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
        guard table == nil else { return }
        try flush(next)
        if converter == nil || !carried.isEmpty { try give("\u{FFFD}", next) }
    }

    private func convert(
        _ bytes: UnsafeRawBufferPointer, by table: ByteTable,
        next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var (rest, text) = (bytes[...], [UInt8]())
        text.reserveCapacity(min(bytes.count, Self.pieceByteCount) * 3)
        while !rest.isEmpty {
            text.removeAll(keepingCapacity: true)
            table.append(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceByteCount)), to: &text)
            rest = rest.dropFirst(Self.pieceByteCount)
            try text.withUnsafeBytesTyped { (piece) throws(CatalogueFailure) in try next(piece) }
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
            case .needsInput:
                // No encoding has longer characters.
                if rest.count < Self.longestCharacter {
                    carried.append(contentsOf: rest)
                    return
                }
                if holdsBack { try flush(next) }
                rest = rest.dropFirst(unitByteCount)
                try give("\u{FFFD}", next)
            case .invalid:
                if holdsBack { try flush(next) }
                let character = rest.first.flatMap { loneBytes[$0] } ?? "\u{FFFD}"
                rest = rest.dropFirst(unitByteCount)
                try give(character, next)
            }
        }
    }

    private static let longestCharacter = 16

    /// Passes on a character that waits for a mark.
    private func flush(
        _ next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let last = converter?.finish(), !last.isEmpty else { return }
        try last.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try next(bytes) }
    }

    private func give(
        _ character: Unicode.Scalar, _ next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        try Array(String(character).utf8).withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try next(bytes) }
    }
}
