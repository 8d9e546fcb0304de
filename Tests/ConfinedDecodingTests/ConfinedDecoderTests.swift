import ConfinedDecoding
import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Synchronization
import Testing

@Suite("Decoding in workers")
struct ConfinedDecoderTests {
    private static let pool = WorkerPool(Workers.real)
    private static let decoder = ConfinedDecoder(pool)
    private static let samples: [(String, Data)] = [
        ("JPEG", Samples.jpeg), ("progressive JPEG", Samples.progressiveJPEG), ("CMYK JPEG", Samples.cmykJPEG),
        ("PNG", Samples.png), ("WebP", Samples.webp), ("SVG", drawing(of: "")),
        ("SVG with a photo", drawingOfPhoto),
        ("AVIF", ColorSamples.swappedAVIF), ("HEIF", ColorSamples.swappedHEIF), ("animated GIF", Samples.animatedGIF),
        ("BMP", Samples.bmp), ("TIFF", Samples.tiff),
        ("large JPEG", noise), ("cut JPEG", noise.prefix(noise.count / 2)), ("nothing", Data()),
        ("text", Data("no picture".utf8)), ("hollow PNG", Encoded.hollowPNG(width: 30_000, height: 30_000)),
    ]
    private static let noise = Encoded.picture("jpeg", width: 1200, height: 900) { x, y in
        (UInt8(truncatingIfNeeded: x &* y), UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y &* 3))
    }

    private static func drawing(of text: String) -> Data {
        let style = "font-family='sans-serif' font-size='40'"
        return Data(
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'>
            <rect x='10' y='10' width='100' height='50' fill='red'/>
            <text x='20' y='120' \(style)>\(text)</text></svg>
            """.utf8)
    }

    /// A JPEG and a PNG within a drawing.
    private static let drawingOfPhoto: Data = {
        let (jpeg, png) = (Samples.jpeg.base64EncodedString(), Samples.png.base64EncodedString())
        return Data(
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'>
            <image width='150' height='100' href='data:image/jpeg;base64,\(jpeg)'/>
            <image x='150' width='150' height='100' href='data:image/png;base64,\(png)'/></svg>
            """.utf8)
    }()

    @Test("A worker draws text with the same fonts", arguments: ["Schrift", "Écriture ß", "文字", "كتابة"])
    func text(_ text: String) throws {
        let size = PixelSize(width: 300, height: 200)
        let (drawing, empty) = (Self.drawing(of: text), Self.drawing(of: ""))
        func here(_ data: Data) throws -> PixelBuffer {
            try PixbufDecoder().decode(data, toFill: size, isCancelled: { false })
        }
        let there = try Self.decoder.decode(drawing, toFill: size, isCancelled: { false })
        #expect(try there == here(drawing))
        #expect(try there != here(empty))
    }

    @Test("A row's picture, or its failure, is the same as in this process", arguments: samples)
    func rows(name: String, data: Data) {
        let size = PixelSize(width: 160, height: 120)
        #expect(
            Result { () throws(DecodeFailure) in
                try Self.decoder.decode(data, toFill: size, isCancelled: { false })
            }
                == Result { () throws(DecodeFailure) in
                    try PixbufDecoder().decode(data, toFill: size, isCancelled: { false })
                })
        #expect(
            Result { () throws(DecodeFailure) in
                try Self.decoder.decodeWhole(data, at: { $0.width > 600 ? size : $0 }, isCancelled: { false })
            }
                == Result { () throws(DecodeFailure) in
                    try PixbufDecoder()
                        .decodeWhole(data, at: { $0.width > 600 ? size : $0 }, isCancelled: { false })
                })
    }

    @Test("A photo's planes are the same as in this process", arguments: samples)
    func photos(name: String, data: Data) throws {
        for detail in [PhotoDetail.level(0), .level(2), .fitting(.square(100))] {
            let here = try? PhotoDecoder().decodePhoto(data, at: detail, isCancelled: { false })
            let there = try? Self.decoder.decodePhoto(data, at: detail, isCancelled: { false })
            #expect(here?.size == there?.size && here?.orientation == there?.orientation)
            #expect(here?.format == there?.format && here?.finestLevel == there?.finestLevel)
            #expect(here?.problem == there?.problem && (here?.frames == nil) == (there?.frames == nil))
            #expect(here?.planes.keys.sorted() == there?.planes.keys.sorted())
            for (level, plane) in here?.planes ?? [:] {
                expectSame(plane, try #require(there?.planes[level]))
            }
        }
    }

    @Test("A photo that moves has the same frames, and each play starts with the first")
    func frames() throws {
        func frames(_ photo: DecodedPhoto) throws -> any PhotoFrames { try #require(photo.frames) }
        let here = try frames(PhotoDecoder().decodePhoto(Samples.animatedGIF, at: .level(0), isCancelled: { false }))
        let there = try frames(Self.decoder.decodePhoto(Samples.animatedGIF, at: .level(0), isCancelled: { false }))
        for _ in 0..<2 {
            let (one, other) = (here.play(), there.play())
            for _ in 0..<10 {
                let shown = other.next(at: 0, isCancelled: { false })
                let expected = one.next(at: 0, isCancelled: { false })
                #expect(shown?.milliseconds == expected?.milliseconds && (shown == nil) == (expected == nil))
                if let shown, let expected {
                    expectSame(try #require(expected.planes[0]), try #require(shown.planes[0]))
                }
                // Other pictures are decoded in the meantime.
                _ = try Self.decoder.decode(Samples.jpeg, toFill: .square(16), isCancelled: { false })
            }
        }
    }

    @Test("A photo whose frame was given up plays from the first frame again")
    func framesAfterCancellation() throws {
        var limits = WorkerLimits()
        limits.cancellation = .zero
        let decoder = ConfinedDecoder(WorkerPool(Workers.real), limits: limits)
        let gif = Encoded.movingGIF(width: 2000, height: 1500, milliseconds: 100)
        let frames = try #require(try decoder.decodePhoto(gif, at: .level(0), isCancelled: { false }).frames)
        let first = try #require(frames.play().next(at: 0, isCancelled: { false })?.planes[0])
        for _ in 0..<3 {
            let asked = Atomic(0)
            #expect(
                frames.play().next(at: 0, isCancelled: { asked.add(1, ordering: .relaxed).newValue > 1 }) == nil)
            expectSame(first, try #require(frames.play().next(at: 0, isCancelled: { false })?.planes[0]))
        }
    }

    @Test("Frames come at the size at which they are shown, unless they are shown for long")
    func framesAsShown() throws {
        for (milliseconds, levels) in [(100, [1]), (2000, [0, 1])] {
            let gif = Encoded.movingGIF(width: 1000, height: 700, milliseconds: milliseconds)
            let photo = try Self.decoder.decodePhoto(gif, at: .level(0), isCancelled: { false })
            let play = try #require(photo.frames).play()
            for _ in 0..<3 {
                let frame = try #require(play.next(at: 1, isCancelled: { false }))
                #expect(frame.planes.keys.sorted() == levels)
                #expect(frame.planes[1]?.size == PixelSize(width: 500, height: 350))
            }
            #expect(play.next(at: 0, isCancelled: { false })?.planes.keys.sorted() == [0, 1])
            // The coarsest there is.
            #expect(play.next(at: 20, isCancelled: { false })?.planes[1] != nil)
        }
    }

    @Test("No worker sees more bytes than it takes")
    func mostBytes() {
        func failure(_ count: Int) -> DecodeFailure? {
            do throws(DecodeFailure) {
                _ = try Self.decoder.decode(Data(count: count), toFill: .square(16), isCancelled: { false })
                return nil
            } catch {
                return error
            }
        }
        #expect(failure(DecodeRequest.mostBytes) == .notAPicture)
        #expect(failure(DecodeRequest.mostBytes + 1) == .outOfMemory)
    }

    @Test("What a camera wrote is the same as in this process")
    func facts() {
        #expect(Self.decoder.facts(in: Samples.jpeg) == ExifReader().facts(in: Samples.jpeg))
        #expect(Self.decoder.facts(in: Data("no picture".utf8)) == CameraFacts())
    }

    @Test("Many jobs at once, some of them cancelled, all end as they should")
    func many() async {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let outcome = Result { () throws(DecodeFailure) in
                        try Self.decoder.decode(
                            index % 2 == 0 ? Self.noise : Samples.png, toFill: .square(100),
                            isCancelled: { index % 5 == 4 })
                    }
                    switch outcome {
                    case .success(let pixels): #expect(pixels.size == .square(100) || pixels.size.height < 100)
                    case .failure(let failure): #expect(failure == .cancelled && index % 5 == 4)
                    }
                }
            }
        }
    }

    private func expectSame(_ one: PhotoPlane, _ other: PhotoPlane) {
        #expect(one.size == other.size && one.channels == other.channels)
        for y in 0..<min(one.size.height, other.size.height) {
            let isSame = one.withRow(y) { row in other.withRow(y) { row.elementsEqual($0) } }
            if !isSame { return #expect(isSame, "row \(y)") }
        }
    }
}
