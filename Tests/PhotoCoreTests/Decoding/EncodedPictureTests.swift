import Foundation
import PhotoCore
import Testing

@Suite("Encoded pictures, looked at from outside")
struct EncodedPictureTests {
    private static let jpeg = join(
        [0xFF, 0xD8],
        // An application segment that contains a thumbnail with its own EOI.
        [0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 0xFF, 0xD9, 1, 2],
        // Fill bytes before a marker.
        [0xFF, 0xFF, 0xFF, 0xC0, 0, 4, 9, 9],
        // A scan with an escaped FF, a restart marker, and fill.
        [0xFF, 0xDA, 0, 4, 1, 1, 0x12, 0xFF, 0, 0x34, 0xFF, 0xD3, 0x56, 0xFF, 0xFF, 0xC4, 0, 3, 7],
        // A second scan, as in a progressive picture.
        [0xFF, 0xDA, 0, 4, 1, 1, 0x77, 0x78, 0xFF, 0xD9])
    private static let png = join(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0, 0, 0, 2], ascii("IHDR"), [1, 2, 0, 0, 0, 0],
        [0, 0, 0, 4], ascii("IDATIEND"), [0, 0, 0, 0], [0, 0, 0, 0], ascii("IEND"), [0, 0, 0, 0])
    private static let gif = join(
        ascii("GIF89a"), [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6], [0x21, 0xF9, 4, 0, 0, 0, 0, 0],
        [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x44, 1, 0, 0x3B])
    private static let webp = join(ascii("RIFF"), [8, 0, 0, 0], ascii("WEBPVP8 "))
    private static let avif = join(
        [0, 0, 0, 12], ascii("ftypavif"), [0, 0, 0, 1], ascii("mdat"), [0, 0, 0, 0, 0, 0, 0, 18, 1, 2])

    private static func join(_ parts: [UInt8]...) -> Data { Data(parts.joined()) }
    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(
        arguments: [
            (EncodedPicture.Format.jpeg, jpeg, 3), (.png, png, 8), (.gif, gif, 6), (.webp, webp, 12), (.avif, avif, 13),
        ])
    func `What is whole has its end, also with something after it; every shorter piece lacks it`(
        format: EncodedPicture.Format, data: Data, header: Int
    ) {
        #expect(EncodedPicture(data).format == format)
        #expect(!EncodedPicture(data).isEndMissing)
        for count in header..<data.count {
            #expect(EncodedPicture(data.prefix(count)).format == format)
            #expect(EncodedPicture(data.prefix(count)).isEndMissing, "\(count) of \(data.count)")
        }
        if format != .avif { #expect(!EncodedPicture(data + [0, 0xFF, 1, 2, 3]).isEndMissing) }
    }

    @Test func `Only JPEGs that are not sequential and Huffman-coded may have tiny scans`() {
        #expect(!EncodedPicture(Self.jpeg).mayHaveTinyScans)
        #expect(!EncodedPicture(Self.png).mayHaveTinyScans)
        for (code, expected) in [(0xC1, false), (0xC2, true), (0xC9, true), (0xCA, true), (0xC4, false)] {
            var data = Self.jpeg
            data[15] = UInt8(code)
            #expect(EncodedPicture(data).mayHaveTinyScans == expected)
        }
    }

    @Test func `Pieces are all of the bytes, none too long`() {
        for most in [1, 7, 100, .max] {
            let pieces = EncodedPicture(Self.jpeg).pieces(of: Self.jpeg.count, most: most)
            #expect(pieces.flatMap(Array.init) == Array(0..<Self.jpeg.count))
            #expect(pieces.allSatisfy { $0.count <= most })
        }
        #expect(EncodedPicture(Data()).pieces(of: 0, most: 5).isEmpty)
    }

    @Test func `A piece of a larger Data counts from its own start`() {
        let embedded = (Data([1, 2, 3]) + Self.jpeg).dropFirst(3)
        #expect(EncodedPicture(embedded).format == .jpeg)
        #expect(!EncodedPicture(embedded).isEndMissing)
    }

    @Test(
        arguments: [
            (join([0x49, 0x49, 0x2A, 0, 8, 0]), .tiff), (join([0x4D, 0x4D, 0, 0x2A, 0, 8]), .tiff),
            (join([0xFF, 0xD8]), nil), (join(), nil), (join(ascii("GIF88a")), nil),
            (join(ascii("  \n<svg/>")), .svg),
            (join([0xEF, 0xBB, 0xBF], ascii("<?xml version='1.0'?><!-- a --><svg>")), .svg),
            (join(ascii("<?xml version='1.0'?><plist/>")), nil), (join(ascii("<html><svg/></html>")), nil),
            (join([0, 0, 0, 24], ascii("ftypheic")), .heif), (join([0, 0, 0, 24], ascii("ftypmp42")), nil),
            (join(ascii("BM"), [0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]), .bmp),
            (join(ascii("BM is not enough for one")), nil),
        ] as [(Data, EncodedPicture.Format?)])
    func `Formats are detected by their first bytes`(data: Data, expected: EncodedPicture.Format?) {
        #expect(EncodedPicture(data).format == expected)
    }

    @Test(arguments: [jpeg, png, gif, webp, avif])
    func `Whatever the bytes, those behind their end do not count`(data: Data) {
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        for count in 0...data.count {
            for _ in 0..<20 {
                // A separate buffer, so that AddressSanitizer detects reading past its end.
                var bytes = [UInt8](data.prefix(count))
                for _ in 0..<2 where !bytes.isEmpty {
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    bytes[Int(state % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 40)
                }
                let alone = EncodedPicture(Data(bytes))
                let within = EncodedPicture((Data(bytes) + data.dropFirst(count)).prefix(count))
                #expect(alone.format == within.format && alone.isEndMissing == within.isEndMissing)
            }
        }
    }
}
