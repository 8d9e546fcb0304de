/// Bytes of a document in, rows out: undoes its encodings, tells its format, and runs the parser. Belongs to one
/// worker.
///
///     var intake = CatalogueIntake(formats: formats, hint: CatalogueHint(url: url), builder: CatalogueBuilder())
///     for piece in pieces { try intake.take(piece) }
///     try intake.finish()
///     let catalogue = intake.builder.finish(from: url)
public struct CatalogueIntake {
    /// What the rows accumulate in.
    public var builder: CatalogueBuilder
    private let first: Stage

    /// Ready for the document's first byte.
    public init(formats: CatalogueFormats, hint: CatalogueHint, builder: CatalogueBuilder) {
        self.builder = builder
        first = Stage(formats, hint, isMadeUTF8: false, encodingsLeft: CatalogueFormats.mostEncodings)
    }

    /// Takes more of the document. Throws what the parser throws, `notACatalogue` where no format fits, and `tooLarge`
    /// for more bytes than a catalogue may have, unpacked or not. The rows read before that stay in the builder.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        if builder.isCancelled() { throw .cancelled }
        if !bytes.isEmpty { try first.take(bytes, into: &builder) }
    }

    /// The document has ended. Throws as `take` does, and `noPhotos`.
    public mutating func finish() throws(CatalogueFailure) {
        if builder.isCancelled() { throw .cancelled }
        try first.finish(into: &builder)
        if builder.count == 0 { throw .noPhotos }
    }

    /// Whether the document, which has ended, shows itself that it has.
    var showsItsEnd: Bool { first.showsItsEnd }

    /// There is more of the document, but it cannot be had: rows that were held back for what follows are made. Instead
    /// of `finish`, and not after anything was thrown.
    mutating func breakOff() { first.breakOff(into: &builder) }
}

/// One of an encoding's undoing or a parser, once the first bytes have told which.
private final class Stage {
    private enum Work {
        case transform(any ByteTransforming, next: Stage)
        case parse(any CatalogueParsing)
    }
    private var work: Work?
    /// What has come, as long as that does not suffice to tell.
    private var head: [UInt8] = []
    private var received = 0
    private(set) var showsItsEnd = false

    private let formats: CatalogueFormats
    private let hint: CatalogueHint
    private let isMadeUTF8: Bool
    private let encodingsLeft: Int

    init(_ formats: CatalogueFormats, _ hint: CatalogueHint, isMadeUTF8: Bool, encodingsLeft: Int) {
        self.formats = formats
        self.hint = hint
        self.isMadeUTF8 = isMadeUTF8
        self.encodingsLeft = encodingsLeft
    }

    func take(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        received += bytes.count
        guard received <= Catalogue.maximumByteCount else { throw .tooLarge(limit: Catalogue.maximumByteCount) }
        if work != nil { return try pass(bytes, into: &builder) }
        head.append(contentsOf: bytes)
        if head.count >= CatalogueHead.byteCount { try begin(isWhole: false, into: &builder) }
    }

    func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if work == nil { try begin(isWhole: true, into: &builder) }
        switch work {
        case .transform(var transform, let next):
            work = nil
            do throws(CatalogueFailure) {
                try transform.finish { (bytes) throws(CatalogueFailure) in
                    if !bytes.isEmpty { try next.take(bytes, into: &builder) }
                }
            } catch {
                next.breakOff(into: &builder)
                throw error
            }
            try next.finish(into: &builder)
            showsItsEnd = transform.showsItsEnd || next.showsItsEnd
        case .parse(var parser):
            work = nil
            try parser.finish(into: &builder)
            showsItsEnd = parser.showsItsEnd
        case nil: break
        }
    }

    /// What cannot be read of the rest is no matter, nor that the rows are too many: the document has failed already.
    func breakOff(into builder: inout CatalogueBuilder) {
        if work == nil, !head.isEmpty { try? begin(isWhole: false, into: &builder) }
        switch work {
        case .transform(_, let next):
            work = nil
            next.breakOff(into: &builder)
        case .parse(var parser):
            work = nil
            try? parser.breakOff(into: &builder)
        case nil: break
        }
    }

    private func begin(isWhole: Bool, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let known = CatalogueHead(head, isWhole: isWhole, isMadeUTF8: isMadeUTF8, hint: hint)
        if encodingsLeft > 0, let encoding = formats.encodings.first(where: { $0.recognises(known) }) {
            let next = Stage(
                formats, hint, isMadeUTF8: isMadeUTF8 || encoding.makesUTF8, encodingsLeft: encodingsLeft - 1)
            work = .transform(encoding.makeTransform(known), next: next)
        } else {
            let format = try formats.format(of: known)
            builder.facts.formatName = format.name
            work = .parse(format.makeParser(known))
        }
        let bytes = head
        head = []
        if bytes.isEmpty { return }
        try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try pass(bytes, into: &builder) }
    }

    private func pass(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        // Taken out while it works: a value in two places would be copied at its first change.
        let taken = work.take()
        switch taken {
        case .transform(var transform, let next):
            do throws(CatalogueFailure) {
                try transform.transform(bytes) { (bytes) throws(CatalogueFailure) in
                    if !bytes.isEmpty { try next.take(bytes, into: &builder) }
                }
            } catch {
                next.breakOff(into: &builder)
                throw error
            }
            work = .transform(transform, next: next)
        case .parse(var parser):
            try parser.parse(bytes, into: &builder)
            work = .parse(parser)
        case nil: break
        }
    }
}
