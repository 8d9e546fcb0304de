import Foundation
import Synchronization
@testable import PhotoCore

/// Parts of documents that have parsers of their own: drawings, style sheets, held pictures, and samples of pictures.
extension FuzzTarget {
    static let markup = [drawings, styles, liftedPictures, samples]

    /// Whether a drawing may contain a photo, and the memory that it needs.
    private static let drawings = FuzzTarget(name: "drawings") { document in
        let drawing = Data("<svg>".utf8) + Data(document)
        expectNeed(drawing)
        _ = DrawnPhotos.mayExist(in: drawing)
        for photo in ["<image", "<x:image", "&#x69;", "D\tA\nt\r\na:"] {
            expect(DrawnPhotos.mayExist(in: drawing + Data(photo.utf8)), "A photo is overlooked")
        }
    }

    /// A page's style sheet: complete and in pieces, with the same rules. Its lines are also the classes of elements.
    private static let styles = FuzzTarget(name: "styles") { document in
        let whole = rules(document, pieceByteCount: max(1, document.count))
        let pieces = rules(document, pieceByteCount: 1 + Int(document.last ?? 0) % 16)
        expect(whole == pieces, "In pieces it reads otherwise")
        for rule in whole {
            expect(!rule.style.isEmpty, "A rule says nothing")
            _ = (StyleSelector.list(rule.selectors), PagePicture.background(rule.style))
            _ = PagePicture.hasNoBackground(rule.style)
        }
        var page = PageStyles()
        page.startSheet(PageElement(classes: []))
        document.withUnsafeBytes { page.add($0) }
        page.endSheet()
        for line in document.split(separator: 0x0A).prefix(8) {
            page.enter(PageElement(classes: Array(line.prefix(64))))
            if let found = page.found() { expect(!found.style.isEmpty, "A picture has no style") }
        }
        for _ in 0..<9 { page.leave() }
    }

    private struct PageElement: MarkupAttributes {
        let classes: [UInt8]
        var dataValues: [DataValue] { [] }
        var tag: ElementTag { ElementTag("div".utf8) }
        func value(of name: StaticString) -> [UInt8]? { "\(name)" == "class" ? classes : nil }
    }

    private static func rules(_ sheet: [UInt8], pieceByteCount: Int) -> [StyleSheetParser.Rule] {
        var parser = StyleSheetParser()
        var rest = sheet[...]
        while !rest.isEmpty {
            rest.prefix(pieceByteCount).withUnsafeBytes { parser.add($0) }
            rest = rest.dropFirst(pieceByteCount)
        }
        return parser.takeRules()
    }

    /// Long pictures in a document's text: complete and in pieces, with the same text and the same pictures. Two bytes
    /// stand for the beginning of an address, and for more than fits into one.
    private static let liftedPictures = FuzzTarget(name: "lifted-pictures") { document in
        var text: [UInt8] = []
        var longLeft = 2
        for byte in document {
            switch byte {
            case 0x80: text += Array("data:image/png;base64,".utf8)
            case 0x81 where longLeft > 0:
                text += [UInt8](repeating: UInt8(ascii: "A"), count: Catalogue.maximumLocationByteCount)
                longLeft -= 1
            default: text.append(byte)
            }
        }
        let whole = lifted(text, pieceByteCount: max(1, text.count))
        let pieces = lifted(text, pieceByteCount: 1 + Int(document.last ?? 0))
        expect(whole.text == pieces.text && whole.pictures == pieces.pictures, "In pieces it reads otherwise")
    }

    private static func lifted(
        _ text: [UInt8], pieceByteCount: Int
    ) -> (text: [UInt8], pictures: [[UInt8]]) {
        let spool = MemorySpool()
        var lifter = PictureLifter { spool }
        var out: [UInt8] = []
        do throws(CatalogueFailure) {
            var rest = text[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(pieceByteCount))
                rest = rest.dropFirst(piece.count)
                try piece.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                    try lifter.take(bytes) { (bytes) throws(CatalogueFailure) in
                        expect(!bytes.isEmpty, "A parser gets nothing")
                        out.append(contentsOf: bytes)
                    }
                }
            }
            try lifter.finish { (bytes) throws(CatalogueFailure) in out.append(contentsOf: bytes) }
        } catch {
            fatalError("\(error)")
        }
        return (out, spool.pictures)
    }

    /// A picture of packed samples, as documents in PDF have it: the first bytes describe it, the others are packed.
    private static let samples = FuzzTarget(name: "samples") { document in
        var rest = document[...]
        func next() -> Int { Int(rest.popFirst() ?? 0) }
        let width = next() << (next() % 32) - 1
        let height = next() << (next() % 32) - 1
        let palette = Array(document.prefix(next()))
        let colors: [PDFSamples.Colors] = [.gray, .rgb, .cmyk, .palette(palette)]
        let packings: [PDFSamples.Packing] = [.plain, .lzw, .flate, .fax, .jpeg]
        let (color, packing, predictor, bits) = (colors[next() % 4], packings[next() % 5], next() % 17, next() % 18)
        let described = PDFSamples(
            width: width, height: height, bits: bits, colors: color, isInverted: next() % 2 == 1, packing: packing,
            predictor: predictor, orientation: ExifOrientation(rawValue: 1 + document.count % 8) ?? .topLeft)
        guard let described else { return }
        let packed = Array(rest)
        guard let file = packed.withUnsafeBytes({ described.file(around: $0) }) else { fatalError("There is no file") }
        let data = Data(file.head + packed + file.tail)
        let format: EncodedPicture.Format = described.kind == .png ? .png : .tiff
        expect(EncodedPicture.Format(sniffing: data) == format, "It is no file of its kind")
        inspect(data)
    }
}

/// Keeps a document's pictures in memory.
private final class MemorySpool: PictureSpool {
    private struct State {
        var open: [UInt8] = []
        var pictures: [[UInt8]] = []
    }
    private let state = Mutex(State())

    var pictures: [[UInt8]] { state.withLock { $0.pictures } }

    func add(_ bytes: [UInt8]) { state.withLock { $0.open += bytes } }

    func finish() -> String? {
        state.withLock { state in
            state.pictures.append(state.open)
            state.open = []
            return "\(state.pictures.count)"
        }
    }

    func picture(named name: String) -> [UInt8]? {
        guard let number = Int(name) else { return nil }
        return state.withLock { $0.pictures.indices.contains(number - 1) ? $0.pictures[number - 1] : nil }
    }
}
