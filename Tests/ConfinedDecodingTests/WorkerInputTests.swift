import Foundation
@testable import PhotoCore
import PhotoDecoding
import Testing

@testable import ConfinedDecoding

@Suite("The memory through which a worker gets rows' pictures", .timeLimit(.minutes(15)))
struct WorkerInputTests {
    /// A JPEG of about this many bytes, different for each count.
    private static func photo(_ byteCount: Int) -> Data {
        let photo = Encoded.picture("jpeg", width: 300, height: 200) { x, y in
            (UInt8(truncatingIfNeeded: x &* y), UInt8(truncatingIfNeeded: x &+ byteCount), UInt8(truncatingIfNeeded: y))
        }
        // A decoder skips what follows the picture.
        return photo + Data(repeating: 0, count: max(0, byteCount - photo.count))
    }

    @Test("One worker's pictures of all lengths, one after the other, are those of this process")
    func lengths() throws {
        let pool = WorkerPool(Workers.real, most: 1)
        let decoder = ConfinedDecoder(pool)
        let most = DecodeRequest.mostInput
        let longest = DecodeRequest.longestPiece
        for count in [100_000, 3 << 20, 70_000, longest, longest + 1, most, most + 1, 1 << 20, (1 << 20) + 1, 90_000] {
            let photo = Self.photo(count)
            let expected = try PixbufDecoder().decode(photo, toFill: .square(64), isCancelled: { false })
            let got = try decoder.decode(photo, toFill: .square(64), isCancelled: { false })
            #expect(got.size == expected.size && got.bytes == expected.bytes, "\(count) bytes")
        }
    }

    @Test("It goes back to the system soon after its last use, and is there again for the next picture")
    func rest() async throws {
        let (rests, announcement) = AsyncStream.makeStream(of: Void.self)
        let pool = WorkerPool(Workers.real, most: 1) { announcement.yield() }
        var announced = rests.makeAsyncIterator()
        let decoder = ConfinedDecoder(pool)
        for count in [2 << 20, 100_000] {
            let photo = Self.photo(count)
            let expected = try PixbufDecoder().decode(photo, toFill: .square(64), isCancelled: { false })
            #expect(try decoder.decode(photo, toFill: .square(64), isCancelled: { false }).bytes == expected.bytes)
            await announced.next()
            #expect(pool.inputs.allSatisfy { $0.isEmpty })
        }
    }

    @Test("It keeps the bytes as long as they are in use")
    func use() throws {
        let input = WorkerInput()
        let data = Data(repeating: 7, count: 100_000)
        guard case .memory(_, let capacity)? = input.fill(data) else { return #expect(Bool(false), "no memory") }
        #expect(capacity == 1 << 20)
        #expect(input.rest(unusedSince: .now + .seconds(1)))
        #expect(!input.isEmpty)
        input.free()
        #expect(input.rest(unusedSince: .now - .seconds(1)), "it was used since")
        #expect(!input.rest(unusedSince: .now + .seconds(1)))
        #expect(input.isEmpty)
        #expect(input.fill(data) == WorkerInput.News.none, "the worker has the memory")
    }

    @Test(
        "Neither short nor long data is for it",
        arguments: [0, DecodeRequest.longestPiece, DecodeRequest.mostInput + 1])
    func others(count: Int) {
        #expect(!WorkerInput.isFor(Data(count: count)))
        #expect(WorkerInput().fill(Data(count: count)) == nil)
    }
}
