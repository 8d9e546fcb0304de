/// Turns a document's bytes into rows: undoes encodings, detects the format, and runs the parser. Belongs to one
/// worker.
///
///     var intake = CatalogueIntake(formats: formats, hint: CatalogueHint(url: url), builder: CatalogueBuilder())
///     for piece in pieces { try intake.take(piece) }
///     try intake.finish()
///     let catalogue = intake.builder.finish(from: url)
public struct CatalogueIntake {
    /// Accumulates the rows.
    public var builder: CatalogueBuilder
    private let first: Stage

    /// Ready for the document's first byte.
    public init(formats: CatalogueFormats, hint: CatalogueHint, builder: CatalogueBuilder) {
        self.init(formats: formats, hint: hint, builder: builder, limit: Catalogue.maximumByteCount)
    }

    /// The same for a document of at most `limit` bytes.
    init(formats: CatalogueFormats, hint: CatalogueHint, builder: CatalogueBuilder, limit: Int) {
        self.builder = builder
        first = Stage(formats, hint, limit, isMadeUTF8: false, encodingsLeft: CatalogueFormats.mostEncodings)
    }

    /// Takes more of the document. Rethrows the parser's errors; throws `notACatalogue` if no format fits, and
    /// `tooLarge` if the document exceeds the limit, encoded or decoded. Earlier rows stay in the builder.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        if builder.isCancelled() { throw .cancelled }
        if !bytes.isEmpty { try first.take(bytes, into: &builder) }
    }

    /// The document has ended. Throws like `take`, and `noPhotos`.
    public mutating func finish() throws(CatalogueFailure) {
        if builder.isCancelled() { throw .cancelled }
        try first.finish(into: &builder)
        if builder.count == 0, builder.facts.leadsTo == nil { throw .noPhotos }
    }

    /// Whether the document's own form marks its end. Asked after the end.
    var showsItsEnd: Bool { first.showsItsEnd }

    /// The rest of the document is unavailable: makes rows that were held back. Replaces `finish`, and is not called
    /// after an error.
    mutating func breakOff() { first.breakOff(into: &builder) }
}

/// An encoding's transform or a parser, once the first bytes have decided.
private final class Stage {
    private enum Work {
        case transform(any ByteTransforming, next: Stage)
        case parse(any CatalogueParsing)
    }
    private var work: Work?
    /// The bytes so far, until they suffice to decide.
    private var head: [UInt8] = []
    private var received = 0
    private(set) var showsItsEnd = false

    private let formats: CatalogueFormats
    private let hint: CatalogueHint
    private let isMadeUTF8: Bool
    private let encodingsLeft: Int
    private let limit: Int

    init(_ formats: CatalogueFormats, _ hint: CatalogueHint, _ limit: Int, isMadeUTF8: Bool, encodingsLeft: Int) {
        self.formats = formats
        self.hint = hint
        self.isMadeUTF8 = isMadeUTF8
        self.encodingsLeft = encodingsLeft
        self.limit = limit
    }

    func take(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        received += bytes.count
        guard received <= limit else { throw .tooLarge(limit: limit) }
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

    /// Ignores errors and too many rows: the document has already failed.
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
        if formats.findsArchives, ArchiveKind(head, takesGzip: false) != nil { throw .archive }
        let known = CatalogueHead(head, isWhole: isWhole, isMadeUTF8: isMadeUTF8, hint: hint)
        if encodingsLeft > 0, let encoding = formats.encodings.first(where: { $0.recognises(known) }) {
            let next = Stage(
                formats, hint, limit, isMadeUTF8: isMadeUTF8 || encoding.makesUTF8, encodingsLeft: encodingsLeft - 1)
            work = .transform(encoding.makeTransform(known), next: next)
        } else {
            let format = try formats.format(of: known)
            builder.facts.formatName = format.name
            if case .folder? = XMLListingKind(known) { builder.facts.isFolderList = true }
            work = .parse(parser(format, known))
        }
        let bytes = head
        head = []
        if bytes.isEmpty { return }
        try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try pass(bytes, into: &builder) }
    }

    /// A format's parser; of text, one that never reads the long pictures in it.
    private func parser(_ format: CatalogueFormat, _ head: CatalogueHead) -> any CatalogueParsing {
        let parser = format.makeParser(head)
        guard let makeSpool = formats.makeSpool, !head.looksBinary else { return parser }
        return LiftingParser(parser, makeSpool)
    }

    private func pass(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        // Moved out while it works: a second owner would copy the value at its first change.
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
