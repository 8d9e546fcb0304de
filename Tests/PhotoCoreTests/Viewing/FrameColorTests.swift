import Foundation
import Testing

@testable import PhotoCore

@Suite("Colours of what is on screen")
struct FrameColorTests {
    private static let choices = FilterChoice.all.filter { $0.matrix != nil }

    private func frame(of plane: PhotoPlane, _ change: (inout FrameSampler) -> Void) throws -> PhotoFrame {
        let size = CGSize(width: plane.size.width, height: plane.size.height)
        var sampler = FrameSampler(PhotoViewport(photo: size, view: size, density: 1), turn: .topLeft, board: nil)
        change(&sampler)
        return try #require(
            sampler.frame(of: PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)))
    }

    @Test(arguments: choices, [0.01, 0.37, 1])
    func `At 100% each pixel is the filter's, but for sums that lie on a half`(_ choice: FilterChoice, amount: Double)
        throws
    {
        let plane = try Planes.noise(61, 23)
        let filter = try #require(choice.by(amount).filter())
        let expected = try #require(
            filter.apply(to: plane.picture(of: PixelPart(all: plane.size)), isCancelled: { false }))
        let shown = try frame(of: plane) { $0.matrix = choice.by(amount).matrix }
        var swapped = shown.bytes
        for at in stride(from: 0, to: swapped.count, by: 4) { swapped.swapAt(at, at + 2) }
        let away = zip(swapped, expected.bytes).map { abs(Int($0) - Int($1)) }
        // Blue comes first here: sums in another order are sometimes rounded differently.
        #expect(away.allSatisfy { $0 <= 1 } && away.filter { $0 > 0 }.count <= 4)
    }

    @Test func `The board behind a photo that lets light through keeps its greys`() throws {
        let clear = try Planes.make(32, 16, channels: 4) { _, _, _ in 0 }
        let board = PhotoBoard(side: 8, greys: (0x99, 0x66))
        let shown = try frame(of: clear) {
            $0.matrix = FilterChoice(.invert).matrix
            $0.board = board
        }
        #expect(Set(shown.bytes) == [0x99, 0x66, 255])
        let alone = try frame(of: clear) { $0.matrix = nil }
        #expect(alone.board(board).bytes == shown.bytes)
    }

    @Test func `Half of a colour is half of what the filter makes of it`() throws {
        // 200, 100, 40 with alpha 128, premultiplied.
        let half = try Planes.make(8, 8, channels: 4) { _, _, channel in [100, 50, 20, 128][channel] }
        let shown = try frame(of: half) { $0.matrix = FilterChoice(.invert).matrix }
        // Half of 55, 155 and 215.
        let expected: [Int] = [107, 77, 27, 128]
        for (channel, value) in expected.enumerated() { #expect(abs(Int(shown.bytes[channel]) - value) <= 1) }
    }
}
