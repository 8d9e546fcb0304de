import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("What a decode needs, according to the header")
struct DecodeNeedTests {
    private static let limit = 151_000_000
    private static let row = PixelSize.square(160)

    private func row(_ data: Data) -> DecodeNeed {
        DecodeNeed(ofRow: data, pixelLimit: Self.limit) { CoverFit(of: $0, filling: Self.row).scaled }
    }

    private func page(_ data: Data, _ detail: PhotoDetail = .level(0)) -> DecodeNeed {
        DecodeNeed(ofPhoto: data, pixelLimit: Self.limit, at: detail)
    }

    @Test func `A PNG is decoded in full, whatever is shown of it`() {
        let png = HollowPicture.png(12288, 12288)
        let pixels = 12288 * 12288
        #expect(row(png).size == .square(12288))
        #expect(row(png).byteCount == 4 * pixels + 2 * png.count)
        #expect(row(png).leastByteCount == 4 * pixels)
        // The pixels and their coarser levels, in the worker and in shared memory.
        #expect(page(png, .fitting(.square(500))).byteCount == 32 * pixels / 3 + 2 * png.count)
        #expect(page(png).leastByteCount == 32 * pixels / 3)
        var opaque = png
        opaque[25] = 2
        #expect(page(opaque).leastByteCount == 8 * pixels)
    }

    @Test func `A plain JPEG is decoded at an eighth, a progressive one needs all of its scans`() {
        let plain = row(HollowPicture.jpeg(12000, 8000, code: 0xC0))
        #expect(plain.byteCount < 8_000_000, "\(plain)")
        let progressive = row(HollowPicture.jpeg(12000, 8000, code: 0xC2))
        #expect(progressive.byteCount > 6 * 12000 * 8000, "\(progressive)")
        let small = page(HollowPicture.jpeg(12000, 8000, code: 0xC0), .level(3))
        #expect(small.byteCount < 13_000_000, "\(small)")
    }

    @Test func `A JPEG of inks may be decoded in full, whatever is shown of it`() {
        let inks = HollowPicture.jpeg(6000, 4000, code: 0xC0, components: 4)
        #expect(page(inks, .level(3)) == page(inks, .level(0)))
        #expect(page(inks, .level(3)).byteCount > 8 * 6000 * 4000)
        let large = HollowPicture.jpeg(12000, 8000, code: 0xC0, components: 4)
        #expect(page(large, .level(3)).byteCount < 24_000_000)
    }

    @Test func `A TIFF states its size in its first directory`() {
        #expect(row(HollowPicture.tiff(9000, 7000)).size == PixelSize(width: 9000, height: 7000))
        #expect(row(HollowPicture.tiff(.max, .max)).byteCount < 1000)
    }

    @Test func `What is too large to be decoded needs nothing, because it is refused`() {
        #expect(row(HollowPicture.png(1 << 20, 1 << 20)).leastByteCount == 0)
        #expect(page(HollowPicture.png(.max, .max)).byteCount > 0)
    }

    @Test func `What does not state its size has all the memory to itself, and is not refused`() {
        let need = row(Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0]))
        #expect(need == page(Data("no picture".utf8)))
        #expect(need.byteCount == .max)
        #expect(need.leastByteCount == 0)
    }

    @Test(arguments: [
        "<image href='a.png'/>", "<svg:image xlink:href='a.png'/>", "<filter><feImage href='a'/></filter>",
        "<f:feImage/>", "<use href='data:image/svg+xml,'/>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='data:text/xml;base64,PHN2Zy8+'/>",
        "<include xmlns='http://www.w3.org/2001/XInclude' href='a.svg'/>", "<use href='data:text/xml,%3Csvg/%3E#a'/>",
        "<use href='DaTa:text/xml,#a'/>", "<use href='d&#97;ta:text/xml,#a'/>", "<g fill='url(d\\61 ta:text/xml,#a)'/>",
        "<style>g { mask: url('da\tt\na:text/xml,#a') }</style>",
    ])
    func `A drawing with a photo has all the memory to itself`(content: String) {
        let data = Data("<svg xmlns='http://www.w3.org/2000/svg'>\(content)</svg>".utf8)
        #expect(row(data).byteCount == .max && page(data).byteCount == .max)
    }

    @Test(arguments: [
        "<!DOCTYPE svg [<!ENTITY a '&#60;im&#97;ge/>'>]><svg>&a;</svg>",
        "<?xml version='1.0' encoding='UTF-7'?><!-- <svg --> +ADw-image/+AD4-",
        "<?xml version=\"1.0\" encoding = \"ibm037\"?><svg/>", "<?xml encoding=?><svg/>",
        "<?xml version='1.0'" + String(repeating: " ", count: 300) + "encoding='UTF-7'?><!-- <svg --> +ADw-image/+AD4-",
        "<?xml version='1.0' <svg" + String(repeating: " ", count: 5000) + "?>",
        "<?xml version='1.0' encoding='UTF-8' encoding='UTF-7'?><svg/>",
    ])
    func `So has one whose text cannot be judged`(text: String) {
        #expect(row(Data(text.utf8)).byteCount == .max)
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "<?xml version='1.0' encoding='UTF-8' standalone='no'?><svg><rdf:type resource='x/StillImage'/></svg>",
        "<?xml version='1.0' encoding='iso-8859-1'?><svg><g id='image1'/></svg>",
        "<?xml version='1.0'?><svg xmlns:data='x'><!-- encoding=UTF-7 --><data/><g id='include' fill='url(#a)'/></svg>",
        "<svg id='ta:' class='dat:a'/>",
    ])
    func `Other drawings need what they are drawn at`(text: String) {
        let data = Data(text.utf8)
        #expect(row(data).byteCount == 4 * DecodeNeed.mostDrawnPixels.row + 2 * data.count)
        #expect(page(data).byteCount >= 4 * DecodeNeed.mostDrawnPixels.page && page(data).byteCount < .max)
    }

    @Test func `Any bytes have a need`() {
        var generator = SeededGenerator(seed: 5)
        let whole = [
            HollowPicture.png(4000, 3000), HollowPicture.jpeg(4000, 3000, code: 0xC2), HollowPicture.tiff(4000, 3000),
            Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
        ]
        for _ in 0..<4000 {
            var data = whole.randomElement(using: &generator) ?? Data()
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 0..<data.count, using: &generator)
                data[index] =
                    [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            data = data.prefix(Int.random(in: 0...data.count, using: &generator))
            for need in [row(data), page(data), page(data, .fitting(.square(700)))] {
                #expect(need.byteCount >= 0 && need.leastByteCount >= 0 && need.leastByteCount <= need.byteCount)
            }
        }
    }
}
