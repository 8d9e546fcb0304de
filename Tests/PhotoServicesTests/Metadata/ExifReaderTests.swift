import Foundation
import PhotoCore
@testable import PhotoDecoding
import Testing

/// Exif segments by hand: TIFF, big-endian, one directory after another.
struct HandMadeExif {
    enum Value {
        case text(String)
        case short(Int)
        case rationals([(Int, Int)])
    }

    static func jpeg(
        image: [(Int, Value)], photo: [(Int, Value)], place: [(Int, Value)]
    ) -> Data {
        // The first directory points to the other two: the sizes determine the offsets.
        let own = image.count + 2
        let start = 8
        let photoStart = start + size(own, image)
        let placeStart = photoStart + size(photo.count, photo)
        var tiff: [UInt8] = [0x4D, 0x4D, 0, 0x2A] + big32(8)
        tiff += directory(image, at: start, links: [(0x8769, photoStart), (0x8825, placeStart)])
        tiff += directory(photo, at: photoStart)
        tiff += directory(place, at: placeStart)
        let content = Array("Exif".utf8) + [0, 0] + tiff
        let jpeg = Encoded.picture("jpeg", width: 8, height: 8) { _, _ in (1, 2, 3) }
        let segment: [UInt8] = [0xFF, 0xE1] + big16(content.count + 2) + content
        return Data(jpeg.prefix(2)) + Data(segment) + Data(jpeg.dropFirst(2))
    }

    private static func size(_ count: Int, _ entries: [(Int, Value)]) -> Int {
        2 + 12 * count + 4 + entries.map { bytes($0.1).count }.filter { $0 > 4 }.reduce(0) { $0 + ($1 + 1) / 2 * 2 }
    }

    private static func bytes(_ value: Value) -> [UInt8] {
        switch value {
        case .text(let text): Array(text.utf8) + [0]
        case .short(let number): big16(number)
        case .rationals(let all): all.flatMap { big32($0.0) + big32($0.1) }
        }
    }

    private static func directory(
        _ entries: [(Int, Value)], at start: Int, links: [(Int, Int)] = []
    ) -> [UInt8] {
        let count = entries.count + links.count
        var table = big16(count)
        var rest: [UInt8] = []
        let restStart = start + 2 + 12 * count + 4
        for (tag, value) in entries {
            let content = bytes(value)
            let (type, length) =
                switch value {
                case .text: (2, content.count)
                case .short: (3, 1)
                case .rationals(let all): (5, all.count)
                }
            table += big16(tag) + big16(type) + big32(length)
            if content.count <= 4 {
                table += content + [UInt8](repeating: 0, count: 4 - content.count)
            } else {
                table += big32(restStart + rest.count)
                rest += content + (content.count % 2 == 1 ? [0] : [])
            }
        }
        for (tag, place) in links { table += big16(tag) + big16(4) + big32(1) + big32(place) }
        return table + big32(0) + rest
    }

    private static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
    private static func big32(_ value: Int) -> [UInt8] { big16(value >> 16 & 0xFFFF) + big16(value & 0xFFFF) }
}

@Suite("What cameras write")
struct ExifReaderTests {
    @Test func `Camera, lens, exposure, date and place are read`() {
        let data = HandMadeExif.jpeg(
            image: [(0x010F, .text("Canon")), (0x0110, .text("Canon EOS R5"))],
            photo: [
                (0x829A, .rationals([(1, 250)])), (0x829D, .rationals([(28, 10)])), (0x8827, .short(400)),
                (0x9003, .text("2024:05:17 14:03:22")), (0x920A, .rationals([(85, 1)])),
                (0xA434, .text("RF85mm F1.2 L USM")),
            ],
            place: [
                (1, .text("S")), (2, .rationals([(48, 1), (51, 1), (30, 1)])), (3, .text("E")),
                (4, .rationals([(2, 1), (17, 1), (40, 1)])),
            ])
        let facts = ExifReader().facts(in: data)
        #expect(facts.camera == "Canon EOS R5")
        #expect(facts.lens == "RF85mm F1.2 L USM")
        #expect(facts.exposureTime == 0.004)
        #expect(facts.aperture == 2.8)
        #expect(facts.speed == 400)
        #expect(facts.focalLength == 85)
        #expect(facts.date == "2024:05:17 14:03:22")
        #expect(abs((facts.latitude ?? 0) + 48.858333) < 1e-5)
        #expect(abs((facts.longitude ?? 0) - 2.294444) < 1e-5)
    }

    @Test func `A maker is named once, and a model without its maker is given it`() {
        let nikon = HandMadeExif.jpeg(
            image: [(0x010F, .text("NIKON CORPORATION")), (0x0110, .text("NIKON Z 8"))], photo: [], place: [])
        #expect(ExifReader().facts(in: nikon).camera == "NIKON Z 8")
        let sony = HandMadeExif.jpeg(
            image: [(0x010F, .text("SONY")), (0x0110, .text("ILCE-7M4"))], photo: [], place: [])
        #expect(ExifReader().facts(in: sony).camera == "SONY ILCE-7M4")
    }

    @Test func `What says nothing, or is broken, gives nothing`() {
        #expect(ExifReader().facts(in: Data()) == CameraFacts())
        #expect(ExifReader().facts(in: Data("no picture".utf8)) == CameraFacts())
        #expect(ExifReader().facts(in: Samples.png) == CameraFacts())
        let whole = HandMadeExif.jpeg(
            image: [(0x010F, .text("Canon"))], photo: [(0x829A, .rationals([(1, 0)]))], place: [])
        #expect(ExifReader().facts(in: whole).exposureTime == nil)
        for count in stride(from: 0, to: whole.count, by: 5) { _ = ExifReader().facts(in: whole.prefix(count)) }
    }

    @Test func `Fractions of any numbers are finite, or none`() {
        let sides = [0, 1, 250, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, -1, -0x8000_0000]
        for numerator in sides {
            for denominator in sides {
                let fraction = HandMadeExif.Value.rationals([(numerator, denominator)])
                let degrees = HandMadeExif.Value.rationals(Array(repeating: (numerator, denominator), count: 3))
                let data = HandMadeExif.jpeg(
                    image: [(0x010F, .text("Canon"))],
                    photo: [(0x829A, fraction), (0x829D, fraction), (0x920A, fraction)],
                    place: [(1, .text("S")), (2, degrees), (3, .text("E")), (4, degrees)])
                let facts = ExifReader().facts(in: data)
                #expect(facts.camera == "Canon")
                let numbers = [facts.exposureTime, facts.aperture, facts.focalLength].compactMap(\.self)
                #expect(numbers.allSatisfy { $0.isFinite }, "\(numerator)/\(denominator): \(numbers)")
                if denominator == 0 { #expect(facts.exposureTime == nil) }
                if let aperture = facts.aperture { #expect(aperture > 0) }
            }
        }
    }
}
