import Foundation
import PhotoCore
import PhotoServices
import Testing

@Suite("Pictures that are none, are broken, or are made to harm")
struct HostilePictureTests {
    @Test("Nothing is an empty file")
    func empty() {
        #expect(failure(of: Data()) == .empty)
    }

    @Test(
        "Text and other files are not pictures",
        arguments: [
            "hello", "<html><body><svg></svg></body></html>", "BMW is a make of cars, not a bitmap", "%PDF-1.7",
        ])
    func otherFiles(text: String) {
        #expect(failure(of: Data(text.utf8)) == .notAPicture)
    }

    @Test(
        "A picture that stops early is cut short",
        arguments: [
            Samples.jpeg, Samples.progressiveJPEG, Samples.png, Samples.grey16PNG, Samples.animatedGIF,
        ])
    func cutShort(data: Data) {
        for count in stride(from: 16, to: data.count, by: 5) {
            #expect(failure(of: data.prefix(count)) == .cutShort, "\(count) of \(data.count) bytes")
        }
        #expect(failure(of: data) == nil)
    }

    @Test("A damaged picture is told with the decoder's reason")
    func damaged() throws {
        var data = Samples.png
        // Inside the compressed pixels.
        for index in 45..<60 { data[index] ^= 0x5A }
        guard case .unreadable(let reason)? = failure(of: data) else {
            Issue.record("\(String(describing: failure(of: data)))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("20000 × 20000 pixels are refused before any is decoded")
    func tooLarge() {
        let expected = DecodeFailure.tooLarge(size: .square(20000), limit: 151_000_000)
        #expect(failure(of: Encoded.hollowPNG(width: 20000, height: 20000)) == expected)
        #expect(failure(of: JPEGBomb.make(width: 20000, height: 20000, scans: 1)) == expected)
        // Even when most of it is missing.
        #expect(failure(of: Encoded.hollowPNG(width: 20000, height: 20000).prefix(60)) == expected)
    }

    @Test("Sizes whose product overflows are refused too")
    func absurdlyLarge() {
        for side in [UInt32(Int32.max), 0xFFFF_FFFF, 0] {
            #expect(failure(of: Encoded.hollowPNG(width: side, height: side)) != nil)
        }
    }

    @Test("A picture made to burn time is given up as soon as nobody wants it")
    func bombIsCancelled() {
        let bomb = JPEGBomb.make(width: 12000, height: 12000, scans: 5000)
        var looks = 0
        let start = ContinuousClock.now
        let failure = failure(of: bomb) {
            looks += 1
            return looks > 12
        }
        #expect(failure == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("A picture made to burn time is given up when its time is used up")
    func bombIsStopped() {
        let bomb = JPEGBomb.make(width: 12000, height: 12000, scans: 5000)
        var limits = PixbufDecoder.Limits()
        limits.processorTime = .milliseconds(200)
        let start = ContinuousClock.now
        #expect(failure(of: bomb, limits: limits) == .tooSlow(seconds: 1))
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("What is cancelled before it began is not begun")
    func cancelledAtOnce() {
        #expect(failure(of: Samples.jpeg) { true } == .cancelled)
    }

    @Test(
        "Flipped bytes end in a picture or a failure",
        arguments: [
            Samples.jpeg, Samples.progressiveJPEG, Samples.png, Samples.animatedGIF, Samples.bmp, Samples.tiff,
            Samples.webp,
        ])
    func flippedBytes(data: Data) {
        var state: UInt64 = 88_172_645_463_325_252
        for _ in 0..<200 {
            var broken = data
            for _ in 0..<3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                broken[Int(state % UInt64(data.count))] ^= UInt8(truncatingIfNeeded: state >> 40)
            }
            _ = failure(of: broken)
        }
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
