import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Just enough bytes")
struct EnoughBytesTests {
    private func verdict(_ data: Data, _ side: Int = 80) -> EnoughBytes.Verdict {
        var enough = EnoughBytes(wanted: .square(side))
        return enough.look(at: data)
    }

    private func thumbnail(_ data: Data, _ side: Int = 80) -> InnerPicture? {
        if case .picture(let thumbnail) = verdict(data, side) { thumbnail } else { nil }
    }

    @Test(arguments: [false, true])
    func `A camera's thumbnail is enough for a row at scale 1 and 2, and not for more`(little: Bool) throws {
        let data = HandMadeJPEG.camera(4000, 3000, thumbnail: (160, 120), little: little)
        let found = try #require(thumbnail(data))
        #expect(found.size == PixelSize(width: 160, height: 120) && found.content == found.size)
        #expect(Data(data[found.range]) == Data(HandMadeJPEG.thumbnail(160, 120)))
        #expect(thumbnail(data, 160) != nil)
        #expect(thumbnail(data, 192) != nil)
        #expect(verdict(data, 193) == .needAll)
    }

    @Test func `It is found as soon as the photo's own size is known, and not before`() throws {
        let data = HandMadeJPEG.camera(4000, 3000, thumbnail: (160, 120))
        var enough = EnoughBytes(wanted: .square(80))
        let first = try #require(
            (0...data.count).first { enough.look(at: data.prefix($0)) != .needMore })
        #expect(enough.lookedAt == first)
        #expect(first < data.count - 5000)
        #expect(enough.look(at: data) == verdict(data))
    }

    @Test func `It is turned as the photo is, and covers what is wanted once it is`() throws {
        let data = HandMadeJPEG.camera(4000, 3000, thumbnail: (160, 120), orientation: 6)
        let found = try #require(thumbnail(data))
        #expect(found.orientation == .rightTop)
        #expect(
            found.extent == .thumbnail(size: .init(width: 120, height: 160), content: .init(width: 120, height: 160)))
        // The decoder's bytes say so themselves.
        let encoded = found.encoded(in: data)
        #expect(encoded.range(of: Data([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6])) != nil)
        #expect(encoded.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]) && encoded.suffix(2) == Data([0xFF, 0xD9]))
        #expect(found.suffices(for: PixelSize(width: 120, height: 160), enlargement: 1))
        #expect(!found.suffices(for: PixelSize(width: 160, height: 120), enlargement: 1))
    }

    @Test func `One with black bars is the photo without them, as large as that is`() throws {
        let wide = try #require(thumbnail(HandMadeJPEG.camera(6000, 4000, thumbnail: (160, 120))))
        #expect(wide.size == PixelSize(width: 160, height: 120))
        #expect(wide.content == PixelSize(width: 160, height: 104))
        let tall = try #require(thumbnail(HandMadeJPEG.camera(3000, 4000, thumbnail: (160, 120))))
        #expect(tall.content == PixelSize(width: 88, height: 120))
        // 16:9 fills 88 of 120 rows; a tall panorama fills too few.
        #expect(thumbnail(HandMadeJPEG.camera(4000, 2250, thumbnail: (160, 120))) != nil)
        #expect(verdict(HandMadeJPEG.camera(1000, 4000, thumbnail: (160, 120))) == .needAll)
        // Rounded to whole pixels, it has none.
        let even = try #require(thumbnail(HandMadeJPEG.camera(6000, 4000, thumbnail: (160, 106))))
        #expect(even.content == even.size)
    }

    @Test(
        arguments: [
            // The photo, its orientation, the thumbnail, and the possible orientations of the thumbnail.
            (3000, 4000, 1, (160, 120), [.topLeft, .rightTop, .leftBottom]),
            (4000, 3000, 6, (120, 160), [.rightTop, .bottomRight, .topLeft]),
            (4000, 3000, 1, (160, 120), [.topLeft, .bottomRight]),
            (3000, 3000, 3, (120, 120), [.bottomRight, .topLeft]),
            (4000, 6000, 1, (160, 120), [.topLeft, .rightTop, .leftBottom]),
        ] as [(Int, Int, Int, (Int, Int), [ExifOrientation])])
    func `One that the photo was turned without may be it, once it is not it as it lies`(
        width: Int, height: Int, orientation: Int, small: (Int, Int), expected: [ExifOrientation]
    ) throws {
        let data = HandMadeJPEG.camera(width, height, thumbnail: small, orientation: orientation)
        var enough = EnoughBytes(wanted: .square(80))
        var found: [InnerPicture] = []
        while case .picture(let picture) = enough.look(at: data) {
            found.append(picture)
            enough.refusePicture()
        }
        #expect(found.map(\.orientation) == expected)
        #expect(enough.look(at: data) == .needAll)
        // With this turn, it has bars only if the camera added some.
        let hasBars = 3 * min(width, height) < 2 * max(width, height) + 2 && width != height
        #expect(found.dropFirst().allSatisfy { ($0.content == $0.size) == !hasBars })
    }

    @Test func `A progressive picture is enough with the scans that its scale needs`() {
        func count(_ width: Int, _ height: Int) -> Int? {
            if case .firstScans(let count) = verdict(HandMadeJPEG.progressive(width, height)) { count } else { nil }
        }
        // 1/8 needs only the first coefficients; 1/4 some of each component; 1/2 more of the luma.
        #expect(count(1600, 1200) == HandMadeJPEG.progressiveByteCount(through: 0))
        #expect(count(480, 320) == HandMadeJPEG.progressiveByteCount(through: 3))
        #expect(count(240, 160) == HandMadeJPEG.progressiveByteCount(through: 4))
        #expect(count(150, 150) == HandMadeJPEG.progressiveByteCount(through: 5))
        #expect(verdict(HandMadeJPEG.progressive(1600, 1200).prefix(40)) == .needMore)
    }

    @Test func `A thumbnail that is refused, whichever way round it is, leaves the scans, or all`() {
        var enough = EnoughBytes(wanted: .square(80))
        let camera = HandMadeJPEG.camera(4000, 3000, thumbnail: (160, 120))
        for _ in 0..<2 {
            guard case .picture = enough.look(at: camera) else { return #expect(Bool(false)) }
            enough.refusePicture()
        }
        #expect(enough.look(at: camera) == .needAll)

        let small = HandMadeJPEG.thumbnail(160, 120)
        let both =
            Data(HandMadeJPEG.start + HandMadeJPEG.exif(thumbnail: small))
            + HandMadeJPEG.progressive(1600, 1200).dropFirst(2)
        enough = EnoughBytes(wanted: .square(80))
        for _ in 0..<2 {
            guard case .picture = enough.look(at: both) else { return #expect(Bool(false)) }
            enough.refusePicture()
        }
        guard case .firstScans = enough.look(at: both) else { return #expect(Bool(false)) }
    }

    @Test func `What is no JPEG, or one without either, is needed whole, and that is known early`() {
        #expect(verdict(Data([0x89, 0x50, 0x4E, 0x47])) == .needAll)
        let plain = Data(HandMadeJPEG.start + HandMadeJPEG.frame(0xC0, 4000, 3000))
        #expect(verdict(plain) == .needAll)
        #expect(verdict(Data(HandMadeJPEG.start + HandMadeJPEG.frame(0xC3, 4000, 3000))) == .needAll)
        #expect(verdict(Data()) == .needMore)
    }

    @Test func `Whatever the bytes, nothing outside of them is read, and pieces give the same as all at once`() async {
        var random = SeededGenerator(seed: 1)
        let seeds = [
            HandMadeJPEG.camera(4000, 3000, thumbnail: (160, 120)).prefix(400),
            HandMadeJPEG.camera(6000, 4000, thumbnail: (160, 120), orientation: 8, little: true).prefix(400),
            HandMadeJPEG.progressive(480, 320),
        ]
        for await round in Rounds(20_000) {
            var data = Data(seeds[round % seeds.count])
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<data.count, using: &random)
                data[at] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)
                    ?? 0
            }
            data = data.prefix(Int.random(in: 0...data.count, using: &random))
            let atOnce = verdict(data)
            var enough = EnoughBytes(wanted: .square(80))
            var count = 0
            var inPieces = EnoughBytes.Verdict.needMore
            while inPieces == .needMore, count < data.count {
                count = min(data.count, count + Int.random(in: 1...40, using: &random))
                inPieces = enough.look(at: data.prefix(count))
            }
            #expect(inPieces == atOnce, "round \(round)")
            switch atOnce {
            case .picture(let thumbnail):
                #expect(thumbnail.range.upperBound <= data.count)
                #expect(thumbnail.encoded(in: data).count > thumbnail.range.count)
            case .firstScans(let count): #expect(count <= data.count)
            case .needMore, .needAll, .distant: break
            }
        }
    }
}
