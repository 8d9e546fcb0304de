import Foundation

/// Reads an encoded catalogue that is completely in memory.
public enum CatalogueReader {
    /// The catalogue in `data`, loaded from `url`; its content decides the format.
    ///
    /// For a worker: a million rows take about a second. Throws like ``CatalogueIntake``; an entry without a photo is a
    /// row, not an error.
    public static func read(
        _ data: Data, from url: URL, contentType: String? = nil, as formats: CatalogueFormats = .core,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(CatalogueFailure) -> Catalogue {
        var intake = CatalogueIntake(
            formats: formats, hint: CatalogueHint(url: url, contentType: contentType),
            builder: CatalogueBuilder(isCancelled: isCancelled))
        // In pieces, so that it can be cancelled.
        var start = data.startIndex
        while start < data.endIndex {
            let end = min(data.endIndex, start + pieceByteCount)
            try data[start..<end].withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try intake.take(bytes) }
            start = end
        }
        try intake.finish()
        return intake.builder.finish(from: url)
    }

    /// 128 KiB: a millisecond or two of parsing.
    private static let pieceByteCount = 128 << 10
}

extension Data {
    /// `withUnsafeBytes` with typed throws. Inlined: otherwise each call from another module looks up what it returns.
    @inlinable
    package func withUnsafeBytesTyped<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = withUnsafeBytes { bytes in
            Result { () throws(Failure) in try body(bytes) }
        }
        return try result.get()
    }
}
