import PhotoCore

/// Converts streamed text to UTF-8. Invalid input becomes U+FFFD.
struct CharsetTransform: ByteTransforming {
    private let converter: ByteConverter?
    /// The length of a byte order mark to skip.
    private var bytesToSkip: Int
    /// The bytes per unit: how many are skipped at an invalid one.
    private let unitByteCount: Int
    /// An incomplete unit.
    private var carried: [UInt8] = []

    /// From the encoding with that name.
    init(_ charset: String, skipping byteCount: Int = 0) {
        converter = ByteConverter.charset(charset)
        bytesToSkip = byteCount
        unitByteCount = charset.hasPrefix("UTF-16") ? 2 : charset.hasPrefix("UTF-32") ? 4 : 1
    }

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let skipped = min(bytesToSkip, bytes.count)
        bytesToSkip -= skipped
        var rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
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
        if !carried.isEmpty { try Self.giveReplacement(next) }
    }

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
                rest = rest.dropFirst(unitByteCount)
                try Self.giveReplacement(next)
            case .invalid:
                rest = rest.dropFirst(unitByteCount)
                try Self.giveReplacement(next)
            }
        }
    }

    private static let longestCharacter = 16

    private static func giveReplacement(
        _ next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        try Array("\u{FFFD}".utf8).withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try next(bytes) }
    }
}
