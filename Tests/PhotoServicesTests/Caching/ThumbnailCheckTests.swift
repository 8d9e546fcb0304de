import Foundation
import PhotoCore
import PhotoServices
import Testing

@Suite("A thumbnail stands for its own photo alone")
struct ThumbnailCheckTests {
    private static let photo = CameraPhoto.picture(1, width: 1600, height: 1200, isGrainy: true)
    private static let wide = CameraPhoto.picture(1, width: 1500, height: 1000, isGrainy: true)

    private func isAccepted(_ thumbnail: Data, in photo: Data, prefix: Int = 65536) throws -> Bool {
        let data = CameraPhoto.with(thumbnail: thumbnail, in: photo).prefix(prefix)
        var enough = EnoughBytes(wanted: .square(80))
        guard case .picture(let found) = enough.look(at: Data(data)) else {
            throw DecodeFailure.notAPicture
        }
        return ThumbnailCheck(decoder: PixbufDecoder()).accepts(found, of: Data(data))
    }

    @Test("Its own is accepted")
    func own() throws {
        #expect(try isAccepted(CameraPhoto.picture(1, width: 160, height: 120), in: Self.photo))
        #expect(try isAccepted(CameraPhoto.letterboxed(1, content: 106), in: Self.wide))
    }

    @Test("Another photo's is not, if the first rows that have come tell them apart")
    func other() throws {
        #expect(try !isAccepted(CameraPhoto.picture(3, width: 160, height: 120), in: Self.photo))
    }

    @Test("One that is no JPEG, or has a picture where its bars should be, is not")
    func bars() throws {
        #expect(try !isAccepted(CameraPhoto.picture(1, width: 160, height: 120), in: Self.wide))
        var broken = CameraPhoto.picture(1, width: 160, height: 120)
        broken.replaceSubrange(300..<broken.count, with: Data(count: broken.count - 300))
        #expect(try !isAccepted(broken, in: Self.photo))
    }

    @Test("The row shows the photo, upright and without bars", arguments: [UInt8(1), 3, 6, 8])
    func decoded(orientation: UInt8) throws {
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
}
