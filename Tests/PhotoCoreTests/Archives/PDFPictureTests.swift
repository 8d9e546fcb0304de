import Foundation
import Testing

@testable import PhotoCore

@Suite("Pictures of PDF documents")
struct PDFPictureTests {
    @Test func `A picture's name tells its page, its place on it and its kind`() {
        for kind in PDFPictureName.Kind.allCases {
            let name = PDFPictureName(page: 3, picture: 12, kind: kind)
            #expect(name.bytes == Array("page-3-12.\(kind.rawValue)".utf8))
            #expect(PDFPictureName(name.bytes) == name)
        }
        let last = PDFPictureName(page: ArchiveLimits.pages, picture: ArchiveLimits.members, kind: .jpeg)
        #expect(PDFPictureName(last.bytes) == last)
    }

    private static let otherNames: [String] = [
        "", "page-3-2", "page-3.jpg", "page-3-2.gif", "page-0-1.jpg", "page-1-0.jpg", "page--1-2.jpg",
        "page-03-2.jpg", "page-+3-2.jpg", "page-3-2-1.jpg", "../page-3-2.jpg", "page-3-2.jpg\0", "Page-3-2.jpg",
        "page-\(ArchiveLimits.pages + 1)-1.jpg", "page-1-\(ArchiveLimits.members + 1).jpg",
        "page-99999999999999999999-1.jpg",
    ]

    @Test(arguments: otherNames)
    func `Other names are none of a picture`(name: String) { #expect(PDFPictureName(Array(name.utf8)) == nil) }

    private func drawn(_ content: String, most: Int = 100) -> [String] {
        Array(content.utf8).withUnsafeBytes { bytes in
            PDFContent(bytes, most: most).drawn.map { String(decoding: $0.name, as: UTF8.self) }
        }
    }

    private func orientations(_ content: String, onPageTurnedBy degrees: Int = 0) -> [ExifOrientation] {
        Array(content.utf8).withUnsafeBytes { bytes in
            PDFContent(bytes).drawn.map { $0.placement.orientation(onPageTurnedBy: degrees) }
        }
    }

    @Test func `A page draws what stands before its operator, each once and in its order`() {
        #expect(drawn("q 1 0 0 1 0 0 cm /Im2 Do Q /Im1\n Do/Im3 Do%end\n/Im2 Do") == ["/Im2", "/Im1", "/Im3"])
        #expect(drawn("[/A]/B#20C#2f Do") == ["/B C/"])
        #expect(drawn("/A Do", most: 1) == ["/A"])
        #expect(drawn("/A Do /B Do /C Do", most: 2) == ["/A", "/B"])
    }

    @Test(arguments: ["", "D", "Do", " Do", "/Do", "/ Do", "A Do", "/A Dog", "/ADo", "(/A) Do", "/A 1 Do", "/A DO"])
    func `What only looks like it draws nothing`(content: String) { #expect(drawn(content).isEmpty) }

    @Test func `Texts, comments and pictures in the content draw nothing, whether they end or not`() {
        #expect(drawn(#"(/A Do (/B Do) \) /C Do) Tj /D Do % /E Do"#) == ["/D"])
        #expect(drawn("% /A Do\n/B Do") == ["/B"])
        #expect(drawn("((( /A Do") == ["/A"])
        #expect(drawn("BI /W 9 /H 9 ID /A Do EI /B Do") == ["/B"])
        #expect(drawn("BI /W 9 /H 9 ID /A Do") == ["/A"])
    }

    @Test func `Pictures in the content are counted, but for masks and signs`() {
        func count(_ content: String) -> Int {
            Array(content.utf8).withUnsafeBytes { PDFContent($0).innerPictures }
        }
        #expect(count("BI /W 300 /H 200 /CS /G /BPC 8 ID \u{1}\u{2}xEI EIx\nEI Q") == 1)
        #expect(count("BI /F [/A85 /Fl] /DP [<</Columns 300>> null] /D [1 0] /Width 300 /Height 200 ID x EI") == 1)
        #expect(count("BI /W 300 /H 200 ID x EI BI /H 200 /W 300 ID x EI") == 2)
        #expect(count("BI /W 300 /H 200 /IM true ID x EI BI /ImageMask true /W 300 /H 200 ID x EI") == 0)
        #expect(count("BI /W 300 /H 200 /IM false ID x EI") == 1)
        #expect(count("BI /W 20 /H 20 ID x EI BI ID x EI BI /W 1e9 /H 99999999999999999999999 ID x EI ID EI") == 0)
    }

    @Test func `A picture is turned as the page places and turns it`() {
        let placements: [(String, ExifOrientation)] = [
            ("200 0 0 100 5 5", .topLeft), ("-200 0 0 100 5 5", .topRight), ("-200 0 0 -100 5 5", .bottomRight),
            ("200 0 0 -100 5 5", .bottomLeft), ("0 -1 -1 0 0 0", .leftTop), ("0 -1 1 0 0 0", .rightTop),
            ("0 1 1 0 0 0", .rightBottom), ("0 .5 -.5 0 0 0", .leftBottom), ("200 3 -2 +100 5 5", .topLeft),
        ]
        for (matrix, orientation) in placements {
            #expect(orientations("q \(matrix) cm /A Do Q /B Do") == [orientation, .topLeft], "\(matrix)")
            let turned = orientation.followed(by: .clockwise)
            for degrees in [90, 450, -270] {
                #expect(orientations("\(matrix) cm /A Do", onPageTurnedBy: degrees) == [turned], "\(matrix)")
            }
        }
        #expect(orientations("/A Do", onPageTurnedBy: 180) == [.bottomRight])
        #expect(orientations("/A Do", onPageTurnedBy: 270) == [.counterclockwise])
        for degrees in [45, .min, .max] { #expect(orientations("/A Do", onPageTurnedBy: degrees) == [.topLeft]) }
    }

    @Test func `What changes no placement leaves pictures as they are`() {
        let contents = [
            "1 0 0 -1 0 800 cm q 200 0 0 -200 0 0 cm /A Do", "(q 0 1 -1 0 0 0 cm) Tj /A Do", "Q Q /A Do",
            "1 -1 0 0 0 cm /A Do", "0 0 0 0 0 0 cm /A Do", "[0 1 -1 0 0 0] cm /A Do", "0 1 - 0 0 0 cm /A Do",
        ]
        for content in contents { #expect(orientations(content) == [.topLeft], "\(content)") }
        let large = String(repeating: "9", count: 60)
        let turns = String(repeating: "\(large) 0 0 \(large) 0 0 cm ", count: 20)
        #expect(orientations(turns + "/A Do") == [.topLeft])
        // Deeper than placements are saved.
        let (deep, back) = (String(repeating: "q ", count: 2000), String(repeating: "Q ", count: 2000))
        #expect(orientations("\(deep)0 1 -1 0 0 0 cm \(back)/A Do") == [.topLeft])
    }

    private func samples(
        bits: Int = 8, _ colors: PDFSamples.Colors = .rgb, inverted: Bool = false,
        _ packing: PDFSamples.Packing = .flate, predictor: Int = 1, width: Int = 300, height: Int = 200
    ) -> PDFSamples? {
        PDFSamples(
            width: width, height: height, bits: bits, colors: colors, isInverted: inverted, packing: packing,
            predictor: predictor)
    }

    @Test func `Rows as in PNG become PNG, all others TIFF`() throws {
        #expect(try #require(samples(predictor: 15)).kind == .png)
        for predictor in [1, 2] { #expect(try #require(samples(predictor: predictor)).kind == .tiff) }
        #expect(samples(bits: 1, .gray, inverted: true, .fax)?.kind == .tiff)
        #expect(samples(.palette([1, 2, 3]), .lzw)?.kind == .tiff)
        #expect(samples(.cmyk, .plain)?.kind == .tiff)
        #expect(samples(bits: 16, .gray, .plain)?.kind == .tiff)
        #expect(samples(.gray, inverted: true, .jpeg)?.kind == .tiff)
        #expect(samples(.cmyk, .jpeg)?.kind == .tiff)
    }

    @Test func `Samples that no file has are not taken`() {
        #expect(samples(bits: 3) == nil)
        #expect(samples(bits: 4) == nil)
        #expect(samples(bits: 16, .cmyk) == nil)
        #expect(samples(.cmyk, predictor: 15) == nil)
        #expect(samples(.gray, inverted: true, predictor: 15) == nil)
        #expect(samples(inverted: true) == nil)
        #expect(samples(.palette([])) == nil)
        #expect(samples(bits: 1, .rgb, .fax) == nil)
        #expect(samples(.rgb, .jpeg) == nil)
        #expect(samples(bits: 16, .gray, .jpeg) == nil)
        #expect(samples(bits: 4, .gray, predictor: 2) == nil)
        #expect(samples(.rgb, .lzw, predictor: 15) == nil)
        for predictor in [Int.min, 0, 3, 9, 16, .max] { #expect(samples(predictor: predictor) == nil) }
        for side in [Int.min, 0, (1 << 20) + 1, .max] {
            #expect(samples(width: side) == nil)
            #expect(samples(height: side) == nil)
        }
    }

    @Test func `A PNG of samples has their sums, a TIFF their place`() throws {
        let bytes = Array("packed".utf8)
        let png = try #require(bytes.withUnsafeBytes { samples(predictor: 12)?.file(around: $0) })
        let whole = Data(png.head + bytes + png.tail)
        #expect(whole.starts(with: [0x89] + Array("PNG".utf8)))
        #expect(whole.suffix(8).starts(with: "IEND".utf8))
        let content = Array("IDAT".utf8) + bytes
        let sum = content.withUnsafeBytes { CRC32.checksum(of: $0) }
        let sumBytes = withUnsafeBytes(of: sum.bigEndian) { Array($0) }
        #expect(Array(png.tail.prefix(4)) == sumBytes)
        let tiff = try #require(bytes.withUnsafeBytes { samples()?.file(around: $0) })
        #expect(tiff.tail.isEmpty)
        #expect(tiff.head.starts(with: Array("MM".utf8) + [0, 42]))
        // StripOffsets: one number of 32 bits, the length of the head.
        let place = withUnsafeBytes(of: UInt32(tiff.head.count).bigEndian) { Array($0) }
        let field: [UInt8] = [1, 17, 0, 4, 0, 0, 0, 1]
        #expect(Data(tiff.head).range(of: Data(field + place)) != nil)
    }

    @Test func `Samples that are turned say so in their file`() throws {
        let orientation = ExifOrientation.rightTop
        for predictor in [1, 15] {
            let samples = try #require(
                PDFSamples(
                    width: 300, height: 200, bits: 8, colors: .rgb, isInverted: false, packing: .flate,
                    predictor: predictor, orientation: orientation))
            let file = try #require([1, 2, 3].withUnsafeBytes { samples.file(around: $0) })
            let whole = Data(file.head + file.tail)
            if samples.kind == .png {
                #expect(whole.range(of: Data("eXIfMM".utf8)) != nil)
            } else {
                #expect(whole.withUnsafeBytes { ExifOrientation(tiff: ByteReader($0), 0..<whole.count) } == orientation)
            }
        }
    }

    // MARK: - JPEG

    /// The head of a JPEG of 300 × 200 pixels, and the first byte of its only scan.
    private func jpeg(components: Int, adobe: UInt8? = nil, factors: UInt8 = 0x11, isJFIF: Bool = false) -> [UInt8] {
        func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, code, 0, UInt8(content.count + 2)] + content
        }
        var bytes: [UInt8] = [0xFF, 0xD8]
        if isJFIF { bytes += segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]) }
        if let adobe { bytes += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobe]) }
        var frame: [UInt8] = [8, 0, 200, 1, 44, UInt8(components)]
        for index in 0..<components { frame += [UInt8(index + 1), index == 0 ? factors : 0x11, 0] }
        return bytes + segment(0xC0, frame) + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [7]
    }

    /// The kind of the JPEG's file, and its bytes.
    private func file(
        _ bytes: [UInt8], inverted: Bool = false, transform: Int? = nil, _ orientation: ExifOrientation = .topLeft
    ) -> (kind: PDFPictureName.Kind, bytes: [UInt8])? {
        bytes.withUnsafeBytes { stored in
            PDFJPEG(stored, isInverted: inverted, colorTransform: transform, orientation: orientation)
                .map { ($0.kind, $0.head + bytes[$0.replaced...]) }
        }
    }

    @Test func `A JPEG that readers of files show as PDF does stays as it is`() {
        let same: [(bytes: [UInt8], inverted: Bool, transform: Int?)] = [
            (jpeg(components: 1), false, nil), (jpeg(components: 3), false, nil), (jpeg(components: 3), false, 1),
            (jpeg(components: 3, adobe: 0), false, 0), (jpeg(components: 4, adobe: 0), true, nil),
            (jpeg(components: 4, adobe: 2), true, 0), ([0xFF, 0xD8], false, nil),
        ]
        for (index, each) in same.enumerated() {
            let file = file(each.bytes, inverted: each.inverted, transform: each.transform)
            #expect(file?.kind == .jpeg && file?.bytes == each.bytes, "\(index)")
        }
    }

    @Test func `A JPEG that readers of files would show in other colours is one in a TIFF, or is marked`() {
        for bytes in [jpeg(components: 4), jpeg(components: 4, adobe: 0)] {
            let inks = file(bytes)
            #expect(inks?.kind == .tiff && inks?.bytes.suffix(bytes.count) == bytes[...])
        }
        #expect(file(jpeg(components: 1), inverted: true)?.kind == .tiff)
        #expect(file(jpeg(components: 4), inverted: true)?.bytes == jpeg(components: 4, adobe: 0))
        #expect(file(jpeg(components: 4), inverted: true, transform: 1)?.bytes == jpeg(components: 4, adobe: 2))
        for isJFIF in [false, true] {
            let red = file(jpeg(components: 3, isJFIF: isJFIF), transform: 0)
            #expect(red?.kind == .jpeg && red?.bytes == jpeg(components: 3, adobe: 0))
        }
    }

    @Test func `A JPEG whose colours no file has is not read`() {
        #expect(file(jpeg(components: 4, adobe: 2)) == nil)
        #expect(file(jpeg(components: 4), transform: 1) == nil)
        #expect(file(jpeg(components: 4, factors: 0x22)) == nil)
        #expect(file(jpeg(components: 1, factors: 0x22), inverted: true) == nil)
        #expect(file(jpeg(components: 3), inverted: true) == nil)
        #expect(file([0xFF, 0xD8], inverted: true) == nil)
        #expect(file(Array("no JPEG".utf8)) == nil)
    }

    @Test func `A JPEG that is turned says so`() throws {
        let bytes = jpeg(components: 3, isJFIF: true)
        let turned = try #require(file(bytes, .rightTop))
        #expect(turned.kind == .jpeg && turned.bytes.suffix(bytes.count - 2) == bytes[2...])
        #expect(PictureMetadata(Data(turned.bytes)).orientation == .rightTop)
        let marked = try #require(file(jpeg(components: 4), inverted: true, .leftBottom))
        #expect(PictureMetadata(Data(marked.bytes)).orientation == .leftBottom)
        #expect(EncodedPicture(Data(marked.bytes)).hasAdobeMarker)
    }

    @Test func `A JPEG that is cut anywhere has a file that ends as it does, or none`() {
        let whole = jpeg(components: 3, isJFIF: true)
        for end in 0...whole.count {
            for (inverted, transform) in [(false, 0), (true, 1)] {
                let cut = Array(whole[..<end])
                guard let file = file(cut, inverted: inverted, transform: transform) else { continue }
                #expect(file.bytes.count >= 2 && file.bytes.suffix(1) == cut.suffix(1), "\(end)")
            }
        }
    }

    @Test func `Signs and lines are no photos`() {
        let signs: [(Int, Int)] = [(64, 64), (1, 1), (2000, 15), (15, 2000), (0, 0), (-1, 300), (.min, .min)]
        for (width, height) in signs {
            #expect(PDFPictureSize.isOrnament(width: width, height: height), "\(width) × \(height)")
        }
        let photos: [(Int, Int)] = [(65, 65), (2480, 3508), (2000, 16), (.max, .max)]
        for (width, height) in photos {
            #expect(!PDFPictureSize.isOrnament(width: width, height: height), "\(width) × \(height)")
        }
    }
}
