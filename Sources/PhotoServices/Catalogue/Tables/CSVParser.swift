import CLibCSV
import PhotoCore

/// Parses streamed text tables with libcsv.
///
/// libcsv does everything necessary (embedded line breaks, any delimiter, CR, LF and CRLF, wrong quotes) except
/// counting lines, which ``TableRows`` does.
struct CSVParser: CatalogueParsing {
    private let session: CSVSession?
    private let rows: TableRows?
    /// The headings of a table without addresses, if they tell what it is about.
    private let subject: [String]
    let showsItsEnd = false

    /// As many headings as a sentence can hold, and fewer than say anything.
    private static let mostHeadings = 5
    private static let fewestHeadings = 3

    init(_ head: CatalogueHead) {
        let table = TableDialect(head)
        let dialect = table.flatMap { $0.hasLocation ? $0 : nil }
        session = dialect.map { CSVSession(delimiter: $0.delimiter) }
        rows = dialect.map { TableRows($0, of: head.hint.url) }
        let headings = table?.headings.filter { !$0.isEmpty } ?? []
        subject =
            headings.count < Self.fewestHeadings
            ? [] : headings.prefix(Self.mostHeadings).map { String(decoding: $0.prefix(80), as: UTF8.self) }
    }

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard let session, let rows else {
            if !subject.isEmpty { throw .noPhotosIn(format: builder.facts.formatName, keys: subject) }
            throw .notACatalogue(
                reason: localized("It is a table, but no column contains addresses. Name one “url” in the first line."))
        }
        let isRead = Self.feeding(rows, &builder) { session.parse(bytes, handler: rows) }
        if let failure = rows.failure { throw failure }
        guard isRead else {
            let line = NumberFormats.current.plain(rows.line)
            throw .notACatalogue(
                reason: localized("Line \(line): A field is longer than 16 MiB. A quotation mark may be unclosed.")
            )
        }
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let session, let rows else { return }
        let isClosed = Self.feeding(rows, &builder) {
            let isClosed = session.finish(handler: rows)
            rows.finish(isWhole: isClosed)
            return isClosed
        }
        if let failure = rows.failure { throw failure }
        guard isClosed else {
            let line = NumberFormats.current.plain(rows.line)
            throw .notACatalogue(
                reason: localized("Line \(line): It ends inside quotation marks. It may be cut short, or lack a mark.")
            )
        }
    }

    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let rows else { return }
        _ = Self.feeding(rows, &builder) {
            rows.finish(isWhole: false)
            return true
        }
        if let failure = rows.failure { throw failure }
    }

    private static func feeding(_ rows: TableRows, _ builder: inout CatalogueBuilder, _ call: () -> Bool) -> Bool {
        withUnsafeMutablePointer(to: &builder) { pointer in
            rows.builder = pointer
            defer { rows.builder = nil }
            return call()
        }
    }
}

extension CatalogueFormat {
    /// A text table with columns separated by commas, semicolons, tabs or bars (RFC 4180, and the formats of
    /// LibreOffice and Excel). The first row names the columns; otherwise their content reveals those with addresses.
    public static let csv = CatalogueFormat(
        translatable("table (CSV)"), endings: ["csv", "tsv", "tab"], recognises: { TableDialect.confidence(of: $0) },
        makeParser: { CSVParser($0) })
}
