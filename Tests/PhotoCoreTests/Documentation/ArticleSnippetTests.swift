import Foundation
import PhotoCore
import TestSupport
import Testing

/// Contains the snippets of PhotoCore's articles, word for word: `DocumentationTests` compares them.
@Suite("The articles' snippets")
struct ArticleSnippetTests {
    private let address = URL(fileURLWithPath: "/photos/list.txt")

    @Test func `Reading a catalogue: all at once`() throws {
        var found: [URL] = []
        var problems: [String] = []
        let document = Data("a.jpg, A harbour ## b.jpg, A hill".utf8)
        let catalogue = try CatalogueReader.read(document, from: address)
        for row in 0..<catalogue.count {
            switch catalogue.location(at: row) {
            case .success(let url): found.append(url)
            case .failure(let failure): problems.append("\(failure)")
            }
        }
        #expect(found.map(\.path) == ["/photos/a.jpg", "/photos/b.jpg"])
        #expect(problems == [])
    }

    @Test func `Reading a catalogue: as it comes`() throws {
        let pieces = [Data("a.jpg, A harb".utf8), Data("our ## b.jpg, A hill".utf8)]
        var intake = CatalogueIntake(formats: .core, hint: CatalogueHint(url: address), builder: CatalogueBuilder())
        for piece in pieces {
            try piece.withUnsafeBytes { bytes in try intake.take(bytes) }
        }
        try intake.finish()
        let catalogue = intake.builder.finish(from: address)
        #expect(catalogue.count == 2)
    }

    @Test func `Adding a format`() throws {
        let document = Data("A harbour\ta.jpg\nA hill\tb.jpg".utf8)
        let tabbed = CatalogueFormat(
            "tabbed lines",
            recognises: { head in head.bytes.contains(UInt8(ascii: "\t")) ? .likely : .none },
            makeParser: { _ in TabbedLineParser() })
        let formats = CatalogueFormats(formats: [tabbed] + CatalogueFormats.core.formats)
        let catalogue = try CatalogueReader.read(document, from: address, as: formats)
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["A harbour", "A hill"])
        #expect(try catalogue.location(at: 1).get().path == "/photos/b.jpg")
    }

    @Test func `Loading what is on screen: movement and rest`() {
        var activity = ScrollActivity()
        #expect(activity.handle(.movement, at: 0) == [.suspend, .wake(afterMilliseconds: 100)])
        #expect(activity.handle(.movement, at: 60) == [])
        #expect(activity.handle(.timer, at: 100) == [.wake(afterMilliseconds: 60)])
        #expect(activity.handle(.timer, at: 160) == [.look])
    }

    @Test func `Loading what is on screen: what to start and what to cancel`() {
        let (harbour, hill) = (PhotoRecord.ID(catalogue: 1, entry: 0), PhotoRecord.ID(catalogue: 1, entry: 1))
        let (lake, island) = (PhotoRecord.ID(catalogue: 1, entry: 2), PhotoRecord.ID(catalogue: 1, entry: 9))
        let plan = LoadPlan(
            onScreen: [
                .init(id: harbour, distance: 90, isFinal: false),
                .init(id: hill, distance: 10, isFinal: false),
                .init(id: lake, distance: 110, isFinal: true),
            ],
            inProgress: [harbour, island])
        #expect(plan.cancel == [island])
        #expect(plan.start == [hill])
    }

    @Test @MainActor func `Loading what is on screen: carrying it out`() {
        let (fetcher, decoder, mainContext) = (StubFetcher(), StubDecoder(), HandDrivenMainContext())
        let records = (0..<3).map { entry in
            PhotoRecord(
                id: .init(catalogue: 1, entry: entry), name: "\(entry)",
                location: .success(URL(fileURLWithPath: "/photos/\(entry).jpg")))
        }
        let loader = PhotoLoader(
            fetcher: fetcher, decoder: decoder, filter: .sepia, mainContext: mainContext, pictureSize: .square(80))
        loader.listMoves()
        loader.pass(over: records.enumerated().map { row, record in .init(record, distance: Double(row)) })
        #expect(fetcher.wait(untilOpen: 3))
        loader.close()
        fetcher.end()
        mainContext.end()
    }

    @Test func `Filtering a photo: a choice and a chain`() throws {
        let picture = PixelBuffer(
            size: PixelSize(width: 3, height: 1), bytesPerRow: 12,
            bytes: [255, 0, 0, 255, 136, 136, 136, 255, 204, 102, 51, 255])
        let choice = FilterChoice(.sepia, amount: 0.8)
        let filtered = choice.filter()?.apply(to: picture, isCancelled: { false })
        #expect(filtered?.bytes == [131, 71, 55, 255, 174, 158, 129, 255, 175, 140, 104, 255])
        let chain = FilterChain([FilterChoice(.fade), FilterChoice(.vignette)].compactMap { $0.filter() })
        #expect(chain.filters.count == 2)
    }

    @Test func `Filtering a photo: a filter of your own`() {
        let red = PixelBuffer(size: .square(1), bytesPerRow: 4, bytes: [255, 1, 2, 3])
        #expect(Swapped().apply(to: red, isCancelled: { false })?.bytes == [2, 1, 255, 3])
        #expect(Swapped().apply(to: red, isCancelled: { true }) == nil)
    }
}

struct TabbedLineParser: CatalogueParsing {
    private var line: [UInt8] = []
    private var number = 0

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { try endLine(into: &builder) } else { line.append(byte) }
        }
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if !line.isEmpty { try endLine(into: &builder) }
    }

    private mutating func endLine(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        number += 1
        defer { line = [] }
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return }
        builder.add(.name, String(decoding: line[..<tab], as: UTF8.self))
        builder.add(.location, String(decoding: line[(tab + 1)...], as: UTF8.self))
        try builder.endEntry(at: .line(number))
    }
}

struct Swapped: PhotoFilter {
    let name = "Swapped"

    func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        if isCancelled() { return nil }
        let dense = picture.withoutPadding
        return PixelBuffer(size: dense.size) { bytes in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                bytes[pixel] = dense.bytes[pixel + 2]
                bytes[pixel + 1] = dense.bytes[pixel + 1]
                bytes[pixel + 2] = dense.bytes[pixel]
                bytes[pixel + 3] = dense.bytes[pixel + 3]
            }
        }
    }
}
