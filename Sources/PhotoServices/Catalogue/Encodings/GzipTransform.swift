import PhotoCore

/// Decompresses streamed gzip (RFC 1952), with all its members. Ignores trailing data such as zeros, like gzip.
struct GzipTransform: ByteTransforming {
    private enum Place {
        case member
        case between
        /// After the last member.
        case end
    }
    private var place = Place.member
    let showsItsEnd = true
    private let converter = ByteConverter.gzip()

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let converter else { throw Self.damaged }
        var rest = bytes[...]
        var isFull = false
        while !rest.isEmpty || isFull {
            switch place {
            case .end: return
            case .between:
                guard let first = rest.first else { return }
                place = first == 0x1F ? .member : .end
                converter.reset()
            case .member: break
            }
            if place == .end { return }
            let (step, read, output) = converter.convert(UnsafeRawBufferPointer(rebasing: rest))
            rest = rest.dropFirst(read)
            if !output.isEmpty { try next(output) }
            isFull = false
            switch step {
            // There may be more output than there was room for.
            case .converted: isFull = !output.isEmpty
            case .finished: place = .between
            case .needsInput: return
            case .invalid: throw Self.damaged
            }
        }
    }

    mutating func finish(next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {
        guard place != .member else {
            throw .notACatalogue(reason: localized("It is compressed with gzip and ends early; it may be cut short."))
        }
    }

    private static let damaged = CatalogueFailure.notACatalogue(
        reason: localized("It is compressed with gzip and damaged."))
}

extension ByteEncoding {
    /// gzip, recognised by its first three bytes: the third is the only existing method.
    static let gzip = ByteEncoding(
        "gzip", endings: ["gz"], makesUTF8: false, recognises: { $0.bytes.starts(with: [0x1F, 0x8B, 0x08]) },
        makeTransform: { _ in GzipTransform() })
}
