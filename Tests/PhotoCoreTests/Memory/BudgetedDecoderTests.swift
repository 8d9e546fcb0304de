import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

/// Decodes of four photos of 151 megapixels, on few and on many threads, without pixels.
@Suite("What decodes at once take together", .timeLimit(.minutes(15)))
struct BudgetedDecoderTests {
    private static let limit = 151_000_000
    private static let png = HollowPicture.png(12288, 12288)
    private static let decodedByteCount = 4 * 12288 * 12288

    @Test(arguments: [2, 64])
    func `Four of the largest rows stay within the budget, whatever the number of slots`(slots: Int) {
        let account = MemoryAccount(encoded: 256 << 20, decoded: 1792 << 20)
        let gate = Gate()
        let stub = CountingDecoder(gate)
        let decoder = BudgetedDecoder(stub, account, pixelLimit: Self.limit)
        let slots = Slots(slots, count: 4) { _ in
            _ = try? decoder.decode(Self.png, toFill: .square(80), isCancelled: { false })
        }
        let most = min(slots.count, account.mostDecodedByteCount / Self.decodedByteCount)
        #expect(most < 4)
        for _ in 0..<most { #expect(gate.waitForSomebody()) }
        #expect(stub.running == most)
        #expect(account.heldByteCount >= most * Self.decodedByteCount)
        gate.open()
        slots.wait()
        #expect(stub.ended == 4)
        #expect(stub.most <= most)
        #expect(account.peakByteCount <= 2 << 30)
        #expect(account.heldByteCount == 0)
    }

    @Test(
        arguments: [
            (0, 1280), (2, 1280), (6, 1280), (7, 1536), (8, 1792), (64, 1792), (1 << 30, 1792),
        ] as [(UInt64, Int)])
    func `The budget follows the machine's memory, within limits`(gibibytes: UInt64, mebibytes: Int) {
        #expect(MemoryAccount.share(of: gibibytes << 30) == mebibytes << 20)
        #expect(MemoryAccount.share(of: .max) == 1792 << 20)
    }

    @Test func `A row that waits and scrolls away waits no longer`() {
        let account = MemoryAccount(encoded: 1 << 20, decoded: 1 << 30)
        let gate = Gate()
        let decoder = BudgetedDecoder(CountingDecoder(gate), account, pixelLimit: Self.limit)
        let slots = Slots(1, count: 1) { _ in
            _ = try? decoder.decode(Self.png, toFill: .square(80), isCancelled: { false })
        }
        #expect(gate.waitForSomebody())
        #expect(throws: DecodeFailure.cancelled) {
            try decoder.decode(Self.png, toFill: .square(80), isCancelled: { true })
        }
        gate.open()
        slots.wait()
        #expect(account.heldByteCount == 0)
    }

    @Test func `What could never fit is refused with its size, at the limit and not below it`() throws {
        let pixels = 4000 * 3000
        let png = HollowPicture.png(4000, 3000)
        // The largest decode leaves an eighth to small ones.
        func account(_ most: Int) -> MemoryAccount { MemoryAccount(encoded: 1 << 20, decoded: (8 * most + 6) / 7) }
        let enough = account(4 * pixels)
        #expect((0...1).contains(enough.mostDecodedByteCount - 4 * pixels))
        let gate = Gate()
        gate.open()
        _ = try BudgetedDecoder(CountingDecoder(gate), enough, pixelLimit: Self.limit)
            .decode(png, toFill: .square(80), isCancelled: { false })
        let less = account(4 * pixels - 8)
        let failure = DecodeFailure.memoryExceeded(
            size: PixelSize(width: 4000, height: 3000), byteCount: 4 * pixels, limit: less.mostDecodedByteCount)
        #expect(throws: failure) {
            try BudgetedDecoder(CountingDecoder(gate), less, pixelLimit: Self.limit)
                .decode(png, toFill: .square(80), isCancelled: { false })
        }
        #expect("\(failure)" == "Too large: 4000 × 3000 pixels need 48 MB of memory (the limit is 47 MB)")
    }

    @Test func `A photo counts as long as one of its planes exists, its frames as long as they are shown`() throws {
        let account = MemoryAccount(encoded: 1 << 20, decoded: 1 << 30)
        let decoder = BudgetedPhotoDecoder(MovingStub(), account, pixelLimit: Self.limit)
        let png = HollowPicture.png(400, 300)
        var photo: DecodedPhoto? = try decoder.decodePhoto(png, at: .level(0), isCancelled: { false })
        let byteCount = 3 * 400 * 300 + 3 * 200 * 150
        // The animation in its worker.
        let worker = png.count + 8 * 400 * 300
        #expect(account.heldByteCount == byteCount + worker)
        var planes = photo?.planes ?? [:]
        var play: (any PhotoFramePlay)? = try #require(photo?.frames).play()
        photo = nil
        planes[0] = nil
        #expect(account.heldByteCount == byteCount + worker)
        // In memory of its own.
        planes = planes.mapValues { $0.apart() }
        #expect(account.heldByteCount == 3 * 200 * 150 + worker)
        var frame = play?.next(at: 0, isCancelled: { false })
        #expect(account.heldByteCount == 3 * 200 * 150 + worker + byteCount)
        #expect(frame?.planes.count == 2)
        frame = nil
        planes = [:]
        #expect(account.heldByteCount == worker)
        play = nil
        #expect(account.heldByteCount == 0)
    }

    @Test func `Where open photos leave no room they are asked to make some, and it is said if there is none`() throws {
        let account = MemoryAccount(encoded: 1 << 20, decoded: 1 << 30)
        let decoder = BudgetedPhotoDecoder(MovingStub(), account, pixelLimit: Self.limit)
        let holds = Mutex<[MemoryHold]>([account.hold(800 << 20)])
        #expect(throws: DecodeFailure.outOfMemory) {
            try decoder.decodePhoto(HollowPicture.png(8000, 5000), at: .level(0), isCancelled: { false })
        }
        account.reclaim { done in
            holds.withLock { $0 = [] }
            done()
        }
        _ = try decoder.decodePhoto(HollowPicture.png(8000, 5000), at: .level(0), isCancelled: { false })
        #expect(account.heldByteCount == 0)
    }
}

/// Waits at a gate instead of decoding, and counts who is there.
private final class CountingDecoder: PictureDecoding {
    private let gate: Gate
    private let counts = Mutex((running: 0, most: 0, ended: 0))

    init(_ gate: Gate) { self.gate = gate }

    var running: Int { counts.withLock { $0.running } }
    var most: Int { counts.withLock { $0.most } }
    var ended: Int { counts.withLock { $0.ended } }

    func decode(_ data: Data, toFill size: PixelSize, isCancelled: () -> Bool) throws(DecodeFailure) -> PixelBuffer {
        counts.withLock {
            $0.running += 1
            $0.most = max($0.most, $0.running)
        }
        gate.pass()
        counts.withLock {
            $0.running -= 1
            $0.ended += 1
        }
        return .pixel(1)
    }

    func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        WholePicture(try decode(data, toFill: .square(1), isCancelled: isCancelled), of: .square(1), format: .png)
    }
}

/// A photo of 400 × 300 pixels in two levels, with frames of the same.
private struct MovingStub: PhotoDecoding, PhotoFrames, PhotoFramePlay {
    private var planes: [Int: PhotoPlane] {
        let planes = [0: (400, 300), 1: (200, 150)].mapValues { width, height in
            PhotoPlane.make(size: PixelSize(width: width, height: height), channels: 3) { target in
                target.update(repeating: 7)
                return true
            }
        }
        return planes.compactMapValues { $0 }
    }

    func decodePhoto(_ data: Data, at: PhotoDetail, isCancelled: () -> Bool) throws(DecodeFailure) -> DecodedPhoto {
        DecodedPhoto(
            size: PixelSize(width: 400, height: 300), orientation: .topLeft, format: .png, planes: planes, frames: self)
    }

    func play() -> any PhotoFramePlay { self }

    func next(at level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
        PhotoAnimationFrame(planes, milliseconds: 20)
    }
}
