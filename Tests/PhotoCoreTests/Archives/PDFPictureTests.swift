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

    @Test(
        arguments: [
            "", "page-3-2", "page-3.jpg", "page-3-2.gif", "page-0-1.jpg", "page-1-0.jpg", "page--1-2.jpg",
            "page-03-2.jpg", "page-+3-2.jpg", "page-3-2-1.jpg", "../page-3-2.jpg", "page-3-2.jpg\0", "Page-3-2.jpg",
            "page-\(ArchiveLimits.pages + 1)-1.jpg", "page-1-\(ArchiveLimits.members + 1).jpg",
            "page-99999999999999999999-1.jpg",
        ])
    func `Other names are none of a picture`(name: String) { #expect(PDFPictureName(Array(name.utf8)) == nil) }

    private func drawn(_ content: String, most: Int = 100) -> [String] {
        Array(content.utf8).withUnsafeBytes { bytes in
            PDFContent.drawn(bytes, most: most).map { String(decoding: $0, as: UTF8.self) }
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
