import Foundation
import PhotoCore
import PhotoDecoding
import TestSupport
import Testing

@Suite("Decoding pictures")
struct PixbufDecoderTests {
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
        expectCorners(of: picture, Samples.quadrants, name, tolerance: 16)
    }

    #if compiler(>=6.2)
        /// In a separate process, where nothing else allocates. A leaked GdkPixbuf loader takes 64 KiB. A sanitizer
        /// keeps what was freed.
        @Test(.disabled(if: Effort.isSanitized))
        func `A picture that was decoded leaves nothing behind`() async {
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
    #else
        @Test(.disabled("Exit tests take Swift 6.2.")) func `A picture that was decoded leaves nothing behind`() {}
    #endif

    @Test(arguments: [Samples.greyJPEG, Samples.grey16PNG])
    func `Grey pictures, of 8 and 16 bits, keep their values`(data: Data) throws {
        let picture = try decode(data, .square(16))
        let left = [120, 120, 120]
        let right = [40, 40, 40]
        expectCorners(of: picture, [left, right, left, right], "grey", tolerance: 16)
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
                expectCorners(of: try decode(data, .square(16)), Samples.quadrants, "optional", tolerance: 16)
            } catch {
                guard case DecodeFailure.noLoader = error else { throw error }
            }
        }
    }

    @Test(arguments: 1...8)
    func `A picture is upright, whatever its EXIF orientation`(value: Int) throws {
        let picture = try decode(Encoded.oriented(Samples.jpeg, UInt8(value)), PixelSize(width: 100, height: 100))
        expectCorners(of: picture, try #require(Samples.upright[value]), "orientation \(value)", tolerance: 16)
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
        #expect(pixel(of: same, x: 11, y: 7) == Samples.red)
        #expect(pixel(of: same, x: 12, y: 8) == Samples.yellow)
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
}
