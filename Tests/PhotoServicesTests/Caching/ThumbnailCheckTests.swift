import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices
import Testing

@Suite("A thumbnail stands for its own photo alone")
struct ThumbnailCheckTests {
    private static let photo = CameraPhoto.picture(1, width: 1600, height: 1200, isGrainy: true)
    private static let wide = CameraPhoto.picture(1, width: 1500, height: 1000, isGrainy: true)

    /// The first picture that the check accepts, and its result.
    private func judged(
        _ data: Data, wanted: PixelSize = .square(80)
    ) -> (judgement: ThumbnailCheck.Judgement, picture: InnerPicture)? {
        var enough = EnoughBytes(wanted: wanted)
        while case .picture(let found) = enough.look(at: data) {
            let judgement = ThumbnailCheck(decoder: PixbufDecoder()).judge(found, of: data)
            if judgement != .other { return (judgement, found) }
            enough.refusePicture()
        }
        return nil
    }

    private func isAccepted(_ thumbnail: Data, in photo: Data, prefix: Int = 65536) throws -> Bool {
        let data = CameraPhoto.with(thumbnail: thumbnail, in: photo).prefix(prefix)
        return try judged(Data(data)).map { judgement, _ in
            if case .undecided = judgement { throw DecodeFailure.notAPicture }
            return judgement == .own
        } ?? false
    }

    @Test func `Its own is accepted`() throws {
        #expect(try isAccepted(CameraPhoto.picture(1, width: 160, height: 120), in: Self.photo))
        #expect(try isAccepted(CameraPhoto.letterboxed(1, content: 106), in: Self.wide))
    }

    @Test func `Another photo's is not, if the first received rows differ`() throws {
        #expect(try !isAccepted(CameraPhoto.picture(3, width: 160, height: 120), in: Self.photo))
    }

    @Test func `One that is no JPEG, or has a picture where its bars should be, is not`() throws {
        #expect(try !isAccepted(CameraPhoto.picture(1, width: 160, height: 120), in: Self.wide))
        var broken = CameraPhoto.picture(1, width: 160, height: 120)
        broken.replaceSubrange(300..<broken.count, with: Data(count: broken.count - 300))
        #expect(try !isAccepted(broken, in: Self.photo))
    }

    @Test(arguments: [UInt8(1), 3, 6, 8])
    func `The row shows the photo, upright and without bars`(orientation: UInt8) throws {
        let decoder = PixbufDecoder()
        for (thumbnail, photo) in [
            (CameraPhoto.picture(1, width: 160, height: 120), Self.photo),
            (CameraPhoto.letterboxed(1, content: 106), Self.wide),
        ] {
            let data = CameraPhoto.with(thumbnail: thumbnail, orientation: orientation, in: photo)
            var enough = EnoughBytes(wanted: .square(80))
            guard case .picture(let found) = enough.look(at: data) else { throw DecodeFailure.notAPicture }
            let fetched = FetchedData(
                data: found.encoded(in: data), url: URL(fileURLWithPath: "/"), extent: found.extent)
            let shown = try decoder.decode(fetched, toFill: .square(80), isCancelled: { false })
            let right = try decoder.decode(data, toFill: .square(80), isCancelled: { false })
            #expect(shown.size == .square(80))
            #expect(shown.difference(from: right) < 4, "\(orientation)")
        }
    }

    @Test(
        arguments: [ExifOrientation.clockwise, .counterclockwise, .bottomRight], [UInt8(1), 6])
    func `Of a photo that was turned without it, it is turned as well, with bars and without`(
        turn: ExifOrientation, orientation: UInt8
    ) throws {
        let decoder = PixbufDecoder()
        for (thumbnail, long) in [
            (CameraPhoto.picture(1, width: 160, height: 120), PixelSize(width: 1600, height: 1200)),
            (CameraPhoto.letterboxed(1, content: 106), PixelSize(width: 1500, height: 1000)),
        ] {
            let size = turn.turned(long)
            let photo = CameraPhoto.picture(1, width: size.width, height: size.height, isGrainy: true, turn: turn)
            let data = CameraPhoto.with(thumbnail: thumbnail, orientation: orientation, in: photo)
            let beginning = Data(data.prefix(data.count / 4))
            let (judgement, found) = try #require(judged(beginning))
            #expect(judgement == .own)
            let fetched = FetchedData(
                data: found.encoded(in: beginning), url: URL(fileURLWithPath: "/"), extent: found.extent)
            let shown = try decoder.decode(fetched, toFill: .square(80), isCancelled: { false })
            let right = try decoder.decode(data, toFill: .square(80), isCancelled: { false })
            #expect(shown.difference(from: right) < 4, "\(turn) \(orientation) \(long)")
        }
    }

    @Test func `It is not turned for another photo, nor for one that is no more like it one way round than the other`()
        throws
    {
        let thumbnail = CameraPhoto.picture(1, width: 160, height: 120)
        let other = CameraPhoto.picture(3, width: 1200, height: 1600, isGrainy: true, turn: .clockwise)
        #expect(judged(CameraPhoto.with(thumbnail: thumbnail, in: other)) == nil)
        let sky = Encoded.picture("jpeg", width: 1200, height: 1600) { _, _ in (120, 160, 220) }
        let blue = Encoded.picture("jpeg", width: 160, height: 120) { _, _ in (120, 160, 220) }
        let plain = CameraPhoto.with(thumbnail: blue, in: sky)
        guard case .undecided(let next) = try #require(judged(plain)).judgement else {
            Issue.record("a plain sky decides nothing")
            return
        }
        #expect(next > plain.count)
        // At most half a megabyte is read for it.
        #expect(judged(plain + Data(count: 600_000)) == nil)
    }

    @Test func `While a turned photo has too few bytes, more are requested, but at most half a megabyte`()
        throws
    {
        let photo = CameraPhoto.picture(1, width: 1200, height: 1600, isGrainy: true, turn: .clockwise)
        let data = CameraPhoto.with(thumbnail: CameraPhoto.picture(1, width: 160, height: 120), in: photo)
        // From the first byte on that permits a decision.
        var count = try #require((0..<data.count).first { judged(data.prefix($0)) != nil })
        var looks = 0
        while case .undecided(let next) = try #require(judged(data.prefix(count))).judgement {
            #expect(next > count && next <= 512 << 10)
            count = next
            looks += 1
        }
        #expect(looks > 0 && count < data.count / 2)
    }
}
