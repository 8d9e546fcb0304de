import Foundation
@testable import PhotoCore
import TestSupport
import Testing

/// Makes photos of 2 x 1 pixels, stored with the right side up; "bad" is no photo.
private struct TinyDecoder: PhotoDecoding {
    func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        guard data != Data("bad".utf8) else { throw .notAPicture }
        let size = PixelSize(width: 2, height: 1)
        let plane = PhotoPlane.make(size: size, channels: 3) { bytes in
            for index in 0..<6 { bytes[index] = UInt8(index) }
            return true
        }
        guard let plane else { throw .empty }
        return DecodedPhoto(size: size, orientation: .rightTop, format: .jpeg, planes: [0: plane])
    }
}

@MainActor
@Suite struct WholePhotoMakingTests {
    @MainActor
    private final class Outcome {
        var planes: [PhotoPlane] = []
        var failures: [PhotoFailure] = []
    }

    private let fetcher = StubFetcher()
    private let context = HandDrivenMainContext()
    private let outcome = Outcome()
    private let url = URL(fileURLWithPath: "/photos/1.jpg")

    private var services: PhotoLoad.Services {
        PhotoLoad.Services(fetcher: fetcher, decoder: TinyDecoder(), mainContext: context)
    }

    private func make(
        _ making: WholePhotoMaking, turn: ExifOrientation = .topLeft, filter: FilterChoice = FilterChoice(.none),
        from load: PhotoLoad? = nil
    ) {
        making.picture(of: url, from: load, turn: turn, filter: filter) { [outcome] result in
            switch result {
            case .success(let plane): outcome.planes.append(plane)
            case .failure(let failure): outcome.failures.append(failure)
            }
        }
    }

    @Test(arguments: [FilterChoice(.none), FilterChoice(.sepia)])
    func `Its pixels count where the photo's count, as long as they exist`(filter: FilterChoice) throws {
        let account = MemoryAccount(encoded: 1 << 20, decoded: 1 << 20)
        let decoder = BudgetedPhotoDecoder(TinyDecoder(), account, pixelLimit: 1 << 20)
        let making = WholePhotoMaking(
            services: PhotoLoad.Services(fetcher: fetcher, decoder: decoder, mainContext: context))
        make(making, filter: filter)
        fetcher.answer(url, .success(Data([1])))
        #expect(context.run { !outcome.planes.isEmpty })
        let byteCount = try #require(outcome.planes.first).byteCount
        // The decoded pixels may go a moment later, on the thread that made these.
        #expect(context.run { account.heldByteCount == byteCount })
        outcome.planes = []
        #expect(context.run { account.heldByteCount == 0 })
    }

    @Test func `A photo is fetched, decoded, put upright and turned`() throws {
        let making = WholePhotoMaking(services: services)
        make(making, turn: .upsideDown)
        fetcher.answer(url, .success(Data([1])))
        #expect(context.run { !outcome.planes.isEmpty })
        let plane = try #require(outcome.planes.first)
        #expect(plane.size == PixelSize(width: 1, height: 2))
        #expect(plane.withRow(0) { Array($0) } == [3, 4, 5])
        #expect(plane.withRow(1) { Array($0) } == [0, 1, 2])
        _ = making
    }

    @Test func `A photo has the filter under which it is seen`() throws {
        let making = WholePhotoMaking(services: services)
        make(making, turn: .upsideDown, filter: FilterChoice(.invert, amount: 1))
        fetcher.answer(url, .success(Data([1])))
        #expect(context.run { !outcome.planes.isEmpty })
        let plane = try #require(outcome.planes.first)
        #expect(plane.size == PixelSize(width: 1, height: 2))
        #expect(plane.withRow(0) { Array($0) } == [252, 251, 250, 255])
        #expect(plane.withRow(1) { Array($0) } == [255, 254, 253, 255])
        _ = making
    }

    @Test func `What the page holds is not fetched again`() {
        let services = services
        let load = PhotoLoad(url, services: services)
        load.want(.level(0))
        fetcher.answer(url, .success(Data([1])))
        #expect(context.run { load.status == .ready })
        let making = WholePhotoMaking(services: services)
        make(making, from: load)
        #expect(context.run { !outcome.planes.isEmpty })
        #expect(outcome.planes.first?.size == PixelSize(width: 1, height: 2))
        _ = making
    }

    @Test func `A photo that cannot be fetched or decoded says why`() {
        let making = WholePhotoMaking(services: services)
        make(making)
        fetcher.answer(url, .failure(.cutShort(received: 1, expected: 2)))
        #expect(context.run { outcome.failures == [.fetch(.cutShort(received: 1, expected: 2))] })
        make(making)
        fetcher.answer(url, .success(Data("bad".utf8)))
        #expect(context.run { outcome.failures.last == .decode(.notAPicture) })
        _ = making
    }

    @Test func `Cancelled, it closes its request and tells nothing`() {
        let making = WholePhotoMaking(services: services)
        make(making)
        making.cancel()
        #expect(fetcher.wait(untilClosed: 1))
        #expect(outcome.planes.isEmpty && outcome.failures.isEmpty)
    }
}
