import Foundation
import PhotoCore
import PhotoDecoding
import Testing

@Suite("Decoding pictures")
struct PixbufDecoderTests {
    private static let red: [Int] = [200, 30, 30]
    private static let green: [Int] = [30, 180, 30]
    private static let blue: [Int] = [30, 30, 200]
    private static let yellow: [Int] = [220, 200, 40]
    private static let quadrants = [red, green, blue, yellow]

    @Test(
        arguments: [
            ("JPEG", Samples.jpeg), ("progressive JPEG", Samples.progressiveJPEG),
            ("JPEG with restart markers", Samples.restartJPEG), ("CMYK JPEG", Samples.cmykJPEG), ("PNG", Samples.png),
            ("PNG with a palette", Samples.palettePNG), ("GIF, its first frame", Samples.animatedGIF),
            ("BMP", Samples.bmp), ("TIFF", Samples.tiff),
        ])
    func `Every format shows its quadrants`(name: String, data: Data) throws {
        let picture = try decode(data, .square(16))
        #expect(picture.size == .square(16))
        #expect(picture.bytesPerRow == 64)
        expectCorners(of: picture, Self.quadrants, name)
    }

    /// In a process of its own, where nobody else takes memory. A loader of GdkPixbuf's that stays takes 64 KiB.
    @Test func `A picture that was decoded leaves nothing behind`() async {
        await #expect(processExitsWith: .success) {
            func decode() {
                for _ in 0..<500 {
                    _ = try? PixbufDecoder()
                        .decode(Samples.progressiveJPEG, toFill: .square(16), isCancelled: { false })
                }
            }
            func residentPages() -> Int {
                let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                return text.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
            }
            decode()
            let before = residentPages()
            decode()
            precondition(before > 0 && (residentPages() - before) * 4096 < 8 << 20, "memory has grown")
        }
    }

    @Test(arguments: [Samples.greyJPEG, Samples.grey16PNG])
    func `Grey pictures, of 8 and 16 bits, keep their values`(data: Data) throws {
        let picture = try decode(data, .square(16))
        let left = [120, 120, 120]
        let right = [40, 40, 40]
        expectCorners(of: picture, [left, right, left, right], "grey")
    }

    @Test func `Transparency is kept`() throws {
        let picture = try decode(Samples.alphaPNG, .square(16))
        #expect(alpha(of: picture, x: 2, y: 2) == 0)
        #expect(alpha(of: picture, x: 13, y: 2) == 255)
        #expect(alpha(of: picture, x: 2, y: 13) == 255)
    }

    @Test
    func `WebP and SVG are decoded where the desktop has loaders for them, and else it is said that there is none`()
        throws
    {
        let svg = Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="240" height="160"><rect width="120" height="80" \
            fill="#c81e1e"/><rect x="120" width="120" height="80" fill="#1eb41e"/><rect y="80" width="120" height="80" \
            fill="#1e1ec8"/><rect x="120" y="80" width="120" height="80" fill="#dcc828"/></svg>
            """.utf8)
        for data in [Samples.webp, svg] {
            do {
                expectCorners(of: try decode(data, .square(16)), Self.quadrants, "optional")
            } catch DecodeFailure.noLoader {}
        }
    }

    @Test(arguments: 1...8)
    func `A picture is upright, whatever its EXIF orientation`(value: Int) throws {
        let picture = try decode(Encoded.oriented(Samples.jpeg, UInt8(value)), PixelSize(width: 100, height: 100))
        let corners: [Int: [[Int]]] = [
            1: [Self.red, Self.green, Self.blue, Self.yellow], 2: [Self.green, Self.red, Self.yellow, Self.blue],
            3: [Self.yellow, Self.blue, Self.green, Self.red], 4: [Self.blue, Self.yellow, Self.red, Self.green],
            5: [Self.red, Self.blue, Self.green, Self.yellow], 6: [Self.blue, Self.red, Self.yellow, Self.green],
            7: [Self.yellow, Self.green, Self.blue, Self.red], 8: [Self.green, Self.yellow, Self.red, Self.blue],
        ]
        expectCorners(of: picture, try #require(corners[value]), "orientation \(value)")
    }

    @Test func `A turned picture is cropped as it is shown, not as it is stored`() throws {
        // Stored 24 × 16, shown 16 × 24.
        let data = Encoded.oriented(Samples.jpeg, 6)
        #expect(try decode(data, PixelSize(width: 8, height: 12)).size == PixelSize(width: 8, height: 12))
        #expect(try decode(data, PixelSize(width: 160, height: 240)).size == PixelSize(width: 16, height: 24))
        let turned = PixelSize(width: 16, height: 24)
        #expect(try decode(Samples.turnedTIFF, turned).size == turned)
    }

    @Test func `A small picture is cropped, not scaled up`() throws {
        #expect(try decode(Samples.png, .square(80)).size == .square(16))
        #expect(try decode(Samples.png, PixelSize(width: 48, height: 16)).size == PixelSize(width: 24, height: 8))
        let same = try decode(Samples.png, PixelSize(width: 24, height: 16))
        #expect(pixel(of: same, x: 11, y: 7) == Self.red)
        #expect(pixel(of: same, x: 12, y: 8) == Self.yellow)
    }

    @Test(arguments: ["jpeg", "png"])
    func `The middle is what is left of a wide picture`(type: String) throws {
        let data = Encoded.picture(type, width: 600, height: 200) { x, _ in
            (200..<400).contains(x) ? (20, 200, 20) : (200, 20, 20)
        }
        let picture = try decode(data, .square(40))
        #expect(picture.size == .square(40))
        expectCorners(of: picture, [[Int]](repeating: [20, 200, 20], count: 4), type, tolerance: 8)
    }

    @Test(arguments: ["jpeg", "png"], [40, 80, 97, 160])
    func `What is shown is the mean of what was there`(type: String, side: Int) throws {
        let colour: (Int, Int) -> (UInt8, UInt8, UInt8) = { x, y in
            // Slopes and fine grain.
            let grain = (x &* 7919 ^ y &* 104_729) & 31
            return (UInt8(x * 200 / 480 + grain), UInt8(y * 200 / 480 + grain), UInt8(abs(x - y) * 200 / 480 + grain))
        }
        let picture = try decode(Encoded.picture(type, width: 480, height: 480, colour: colour), .square(side))
        var difference = 0.0
        for y in 0..<side {
            for x in 0..<side {
                let (r, g, b) = colour((2 * x + 1) * 240 / side, (2 * y + 1) * 240 / side)
                let grain = ((2 * x + 1) * 240 / side &* 7919 ^ (2 * y + 1) * 240 / side &* 104_729) & 31
                let mean = [Int(r), Int(g), Int(b)].map { Double($0 - grain) + 15.5 }
                difference += zip(pixel(of: picture, x: x, y: y), mean).map { abs(Double($0) - $1) }.reduce(0, +) / 3
            }
        }
        #expect(difference / Double(side * side) < 6)
    }

    @Test(
        arguments: [PixelSize(width: 1, height: 20000), PixelSize(width: 20000, height: 1)])
    func `Extreme shapes cost little and give something`(size: PixelSize) throws {
        for type in ["png", "jpeg"] {
            let data = Encoded.picture(type, width: size.width, height: size.height) { _, _ in (90, 90, 90) }
            #expect(try decode(data, .square(80)).size == .square(1))
            #expect(try decode(data, PixelSize(width: 300, height: 1)).size.height == 1)
        }
    }

    private func decode(_ data: Data, _ size: PixelSize) throws(DecodeFailure) -> PixelBuffer {
        try PixbufDecoder().decode(data, toFill: size, isCancelled: { false })
    }

    private func pixel(of picture: PixelBuffer, x: Int, y: Int) -> [Int] {
        (0..<3).map { Int(picture.bytes[y * picture.bytesPerRow + 4 * x + $0]) }
    }

    private func alpha(of picture: PixelBuffer, x: Int, y: Int) -> UInt8 {
        picture.bytes[y * picture.bytesPerRow + 4 * x + 3]
    }

    /// The colours an eighth inside the corners: upper left and right, lower left and right.
    private func expectCorners(
        of picture: PixelBuffer, _ expected: [[Int]], _ comment: String, tolerance: Int = 16,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let xs = [picture.width / 8, picture.width - 1 - picture.width / 8]
        let ys = [picture.height / 8, picture.height - 1 - picture.height / 8]
        for (index, colour) in expected.enumerated() {
            let found = pixel(of: picture, x: xs[index % 2], y: ys[index / 2])
            let isClose = zip(found, colour).allSatisfy { abs($0 - $1) <= tolerance }
            #expect(isClose, "\(comment): corner \(index) is \(found), not \(colour)", sourceLocation: sourceLocation)
        }
    }
}
