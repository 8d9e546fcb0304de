@testable import ConfinedDecoding
import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@Suite("What workers take together", .timeLimit(.minutes(15)))
struct WorkerMemoryTests {
    private static let side = 12288

    @Test(
        "Four photos of 151 megapixels at once stay within the budget, with few workers and with many",
        arguments: [2, 64])
    func large(workers: Int) throws {
        let png = FlatPNG.make(side: Self.side)
        let pool = WorkerPool(Workers.real, most: workers)
        var limits = WorkerLimits()
        // Not all tests are optimized: a slow decode has taken its memory long before.
        limits.processorTime = .seconds(2)
        let account = MemoryAccount(encoded: 256 << 20, decoded: 1792 << 20)
        let decoder = BudgetedDecoder(
            ConfinedDecoder(pool, limits: limits), account, pixelLimit: limits.pixels)
        let slots = Slots(workers, count: 4) { index in
            do {
                // Each is another picture.
                let data = png + Data(repeating: 0, count: index)
                _ = try decoder.decode(data, toFill: .square(80), isCancelled: { false })
            } catch DecodeFailure.tooSlow {
            } catch {
                Issue.record("\(error)")
            }
        }
        var most = 0
        while !slots.haveEnded(within: 5) {
            most = max(most, pool.processes.reduce(0) { $0 + Workers.residentByteCount($1) })
        }
        let own = pool.processes.count * 100 << 20
        // One is decoded for certain while this looks.
        #expect(most > 4 * Self.side * Self.side)
        #expect(most <= 1792 << 20 + own, "\(most >> 20) MiB")
        #expect(account.peakByteCount <= 2 << 30)
    }

    @Test("A photo in a drawing, of any number of pixels, takes no more than a worker for drawings has")
    func drawn() throws {
        let photo = FlatPNG.make(side: 2 * Self.side).base64EncodedString()
        let picture = "<image width='9' height='9' href='data:image/png;base64,\(photo)'/>"
        let drawing = Data("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(picture)</svg>".utf8)
        let pool = WorkerPool(Workers.real, most: 4)
        let account = MemoryAccount(encoded: 256 << 20, decoded: 1280 << 20)
        let limits = WorkerLimits()
        let decoder = BudgetedDecoder(ConfinedDecoder(pool, limits: limits), account, pixelLimit: limits.pixels)
        let slots = Slots(4, count: 4) { index in
            let data = drawing + Data(repeating: 32, count: index)
            _ = try? decoder.decode(data, toFill: .square(80), isCancelled: { false })
        }
        var most = 0
        while !slots.haveEnded(within: 5) {
            most = max(most, pool.processes.reduce(0) { $0 + Workers.residentByteCount($1) })
        }
        let own = pool.processes.count * 100 << 20
        #expect(most <= WorkerRights.drawingByteCount + own, "\(most >> 20) MiB")
        #expect(account.peakByteCount >= account.mostDecodedByteCount)
    }

    @Test("A worker that could have kept too many bytes of earlier photos is replaced, after its job")
    func handed() {
        let most = 1 << 20
        let pool = WorkerPool(Workers.hostile, most: 1, mostHanded: most)
        let decoder = ConfinedDecoder(pool)
        // Whether all workers stay while one gets a photo of this many bytes.
        func stay(_ byteCount: Int) -> Bool {
            let processes = pool.processes
            let command = Workers.picture("descriptors ")
            let photo = command + Data(repeating: 0x20, count: byteCount - command.count)
            #expect(throws: DecodeFailure.unreadable(reason: "0")) {
                try decoder.decodePhoto(photo, at: .level(0), isCancelled: { false })
            }
            return Set(processes).isSubset(of: pool.processes)
        }
        // The first worker starts, and its spare.
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        #expect(stay(most / 2))
        #expect(stay(most / 2))
        #expect(!stay(most / 2))
        #expect(stay(most))
        #expect(!stay(DecodeRequest.longestPiece + 1))
        // What fits into messages is no memory.
        for _ in 0..<20 { #expect(stay(DecodeRequest.longestPiece)) }
    }

    @Test("A photo has as many pixels as it may have; with one more it is refused for its size")
    func pixels() {
        let (width, height) = (15100, 10000)
        #expect(WorkerLimits().pixels == width * height)
        func failure(_ pixels: Int) -> DecodeFailure? {
            var limits = WorkerLimits()
            limits.pixels = pixels
            let decoder = ConfinedDecoder(WorkerPool(Workers.real, most: 1), limits: limits)
            do throws(DecodeFailure) {
                _ = try decoder.decode(
                    FlatPNG.make(width: width, height: height), toFill: .square(80), isCancelled: { false })
                return nil
            } catch {
                return error
            }
        }
        // Without optimization a worker may use up its time on them. It has begun then: they are not too many.
        let most = failure(width * height)
        #expect(most == nil || most == .tooSlow(seconds: 10), "\(String(describing: most))")
        let size = PixelSize(width: width, height: height)
        #expect(failure(width * height - 1) == .tooLarge(size: size, limit: width * height - 1))
    }
}
