import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Testing

@Suite("Pictures that are none, are broken, or are made to harm")
struct HostilePictureTests {
    @Test func `Nothing is an empty file`() {
        #expect(failure(of: Data()) == .empty)
    }

    @Test(
        arguments: [
            "hello", "<html><body><svg></svg></body></html>", "BMW is a make of cars, not a bitmap", "%PDF-1.7",
        ])
    func `Text and other files are not pictures`(text: String) {
        #expect(failure(of: Data(text.utf8)) == .notAPicture)
    }

    @Test(
        arguments: [
            Samples.jpeg, Samples.progressiveJPEG, Samples.png, Samples.grey16PNG, Samples.animatedGIF, Samples.bmp,
        ])
    func `A picture that stops early is shown as far as it goes; without any pixels it is cut short`(data: Data) {
        for count in stride(from: 18, to: data.count, by: 5) {
            let failure = failure(of: data.prefix(count))
            #expect(failure == nil || failure == .cutShort, "\(count) of \(data.count) bytes")
        }
        #expect(failure(of: data.prefix(20)) == .cutShort)
        #expect(failure(of: data) == nil)
    }

    @Test(arguments: ["jpeg", "png", "bmp"])
    func `A photo that lacks its last bytes is shown in its row`(format: String) throws {
        let data = Encoded.picture(format, width: 300, height: 200) { x, y in
            (UInt8(x & 0xFF), UInt8((x * y) & 0xFF), UInt8(y))
        }
        let whole = try PixbufDecoder().decode(data, toFill: .square(80), isCancelled: { false })
        for lost in [1, 20, data.count / 3] {
            let short = data.dropLast(lost)
            #expect(EncodedPicture(short).isEndMissing)
            let picture = try PixbufDecoder().decode(short, toFill: .square(80), isCancelled: { false })
            #expect(picture.size == whole.size)
            // BMP's first row is the lowest one.
            let row = format == "bmp" ? 70 : 10
            let start = row * picture.bytesPerRow
            #expect(picture.bytes[start..<(start + 80)] == whole.bytes[start..<(start + 80)])
        }
    }

    @Test func `A TIFF that lacks its directory is cut short`() {
        #expect(failure(of: Samples.turnedTIFF.prefix(8)) == .cutShort)
    }

    @Test func `A damaged picture fails with the decoder's reason`() throws {
        var data = Samples.png
        // Inside the compressed pixels.
        for index in 45..<60 { data[index] ^= 0x5A }
        guard case .unreadable(let reason)? = failure(of: data) else {
            Issue.record("\(String(describing: failure(of: data)))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `20000 × 20000 pixels are refused before any is decoded`() {
        let expected = DecodeFailure.tooLarge(size: .square(20000), limit: 151_000_000)
        #expect(failure(of: Encoded.hollowPNG(width: 20000, height: 20000)) == expected)
        #expect(failure(of: JPEGBomb.make(width: 20000, height: 20000, scans: 1)) == expected)
        // Even if most of it is missing.
        #expect(failure(of: Encoded.hollowPNG(width: 20000, height: 20000).prefix(60)) == expected)
    }

    @Test func `An AVIF is refused by the size it states, for its loader tells it too late; one that states none, too`()
        throws
    {
        let avif = ColorSamples.swappedAVIF
        let size = try #require(avif.range(of: Data("ispe".utf8))).upperBound + 4
        var large = avif
        for index in [size + 2, size + 6] { large[index] = 0x4E }
        for index in [size + 3, size + 7] { large[index] = 0x20 }
        #expect(failure(of: large) == .tooLarge(size: .square(20000), limit: 151_000_000))
        for index in [size, size + 4] { large[index] = 0xFF }
        #expect(failure(of: large) == .tooLarge(size: .square(1 << 31), limit: 151_000_000))
        var silent = avif
        silent[size - 5] = 0x58
        #expect(failure(of: silent) == .unreadable(reason: "It does not state its size."))
        for count in stride(from: 20, to: avif.count, by: 7) { #expect(failure(of: avif.prefix(count)) == .cutShort) }
    }

    @Test func `A picture has as many pixels as it may have, and not one more`() {
        var limits = PixbufDecoder.Limits()
        let size = PhotoHeader.uprightSize(of: Samples.png) ?? .square(0)
        limits.pixels = size.width * size.height
        #expect(failure(of: Samples.png, limits: limits) == nil)
        limits.pixels -= 1
        #expect(failure(of: Samples.png, limits: limits) == .tooLarge(size: size, limit: limits.pixels))
        // The program's own limit.
        for (width, isTooLarge) in [(151_000, false), (151_001, true)] as [(UInt32, Bool)] {
            let png = Encoded.hollowPNG(width: width, height: 1000)
            let size = PixelSize(width: Int(width), height: 1000)
            #expect((failure(of: png) == .tooLarge(size: size, limit: 151_000_000)) == isTooLarge)
        }
    }

    @Test func `Sizes whose product overflows are refused too`() {
        for side in [UInt32(Int32.max), 0xFFFF_FFFF, 0] {
            #expect(failure(of: Encoded.hollowPNG(width: side, height: side)) != nil)
        }
    }

    @Test func `A picture made to burn time is given up as soon as nobody wants it`() {
        // Harmless bytes at the beginning must not make the decoder careless.
        let bomb = JPEGBomb.make(width: 12000, height: 12000, scans: 150, comment: 300_000)
        var looks = 0
        var unwanted = processorSeconds()
        let failure = failure(of: bomb) {
            looks += 1
            unwanted = processorSeconds()
            // 293 pieces of comments, and a few of scans.
            return looks > 297
        }
        #expect(failure == .cancelled)
        #expect(processorSeconds() - unwanted < 1)
        #expect(looks == 298)
    }

    @Test func `A picture made to burn time is given up when its time is used up`() {
        let bomb = JPEGBomb.make(width: 12000, height: 12000, scans: 150)
        var limits = PixbufDecoder.Limits()
        limits.processorTime = .milliseconds(200)
        let start = processorSeconds()
        #expect(failure(of: bomb, limits: limits) == .tooSlow(seconds: 1))
        #expect(processorSeconds() - start < 4)
    }

    @Test func `A JPEG with more scans than any photo has, or larger ones, is refused before any is decoded`() {
        let bombs = [
            JPEGBomb.make(width: 800, height: 800, scans: 501), JPEGBomb.make(width: 12000, height: 12000, scans: 300),
            JPEGBomb.makeSequential(width: 2000, height: 2000, scans: 30_000),
            JPEGBomb.makeSequential(width: 2000, height: 2000, scans: 20_000, components: 3),
            JPEGBomb.makeSequential(width: 12000, height: 12000, scans: 300, components: 3),
        ]
        for bomb in bombs {
            let start = processorSeconds()
            #expect(failure(of: bomb) == .excessiveScans)
            #expect(throws: DecodeFailure.excessiveScans) {
                try PhotoDecoder().decodePhoto(bomb, at: .level(0), isCancelled: { false })
            }
            #expect(processorSeconds() - start < 1)
        }
    }

    @Test func `A sequential JPEG can also be cancelled between two scans`() {
        let bomb = JPEGBomb.makeSequential(width: 4000, height: 4000, scans: 300, components: 3)
        #expect(EncodedPicture(bomb).mayHaveTinyScans)
        for decode in [Self.row, Self.page] {
            var looks = 0
            #expect(throws: DecodeFailure.cancelled) {
                try decode(bomb) {
                    looks += 1
                    return looks > 12
                }
            }
            #expect(looks == 13)
        }
        #expect(!EncodedPicture(JPEGBomb.makeSequential(width: 80, height: 80, scans: 1)).mayHaveTinyScans)
        let once = EncodedPicture(JPEGBomb.makeSequential(width: 80, height: 80, scans: 3, components: 3))
        #expect(!once.mayHaveTinyScans)
        let grey = failure(of: JPEGBomb.makeSequential(width: 4000, height: 4000, scans: 400))
        guard case .unreadable = grey else {
            Issue.record("\(String(describing: grey))")
            return
        }
    }

    private static func row(_ data: Data, _ isCancelled: () -> Bool) throws {
        _ = try PixbufDecoder().decode(data, toFill: .square(80), isCancelled: isCancelled)
    }

    private static func page(_ data: Data, _ isCancelled: () -> Bool) throws {
        _ = try PhotoDecoder().decodePhoto(data, at: .level(0), isCancelled: isCancelled)
    }

    @Test func `A large camera JPEG too is given up on the way, for either reason`() {
        let jpeg = Encoded.picture("jpeg", width: 4000, height: 1000) { x, y in (UInt8(x & 0xFF), UInt8(y & 0xFF), 9) }
        var looks = 0
        let cancelled = failure(of: jpeg) {
            looks += 1
            return looks > 20
        }
        #expect(cancelled == .cancelled)
        #expect(looks == 21)
        var limits = PixbufDecoder.Limits()
        limits.processorTime = .zero
        #expect(failure(of: jpeg, limits: limits) == .tooSlow(seconds: 1))
        #expect(failure(of: jpeg.prefix(jpeg.count / 2)) == nil)
        #expect(failure(of: jpeg) == nil)
    }

    @Test func `What is cancelled before it began is not begun`() {
        #expect(failure(of: Samples.jpeg) { true } == .cancelled)
    }

    @Test(
        arguments: [
            Samples.jpeg, Samples.progressiveJPEG, Samples.png, Samples.animatedGIF, Samples.bmp, Samples.tiff,
            Samples.webp, ColorSamples.turnedPNG, ColorSamples.displayP3JPEG,
            ColorSamples.printedJPEG,
        ])
    func `Flipped bytes end in a picture or a failure`(data: Data) {
        var state: UInt64 = 88_172_645_463_325_252
        for _ in 0..<200 {
            var broken = data
            for _ in 0..<3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                broken[Int(state % UInt64(data.count))] ^= UInt8(truncatingIfNeeded: state >> 40)
            }
            let failure = failure(of: broken)
            #expect(failure != .cancelled && failure?.description.isEmpty != true, "\(String(describing: failure))")
        }
    }

    /// Of this thread: the machine's other work does not count.
    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func failure(
        of data: Data, limits: PixbufDecoder.Limits = PixbufDecoder.Limits(), isCancelled: () -> Bool = { false }
    ) -> DecodeFailure? {
        do throws(DecodeFailure) {
            let picture = try PixbufDecoder(limits: limits)
                .decode(data, toFill: .square(80), isCancelled: isCancelled)
            #expect(picture.width > 0 && picture.height > 0 && picture.width <= 80 && picture.height <= 80)
            return nil
        } catch {
            return error
        }
    }
}
