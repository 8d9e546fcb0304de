import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp
@testable import GtkBridge

@Suite("Colours mapped by GTK")
@MainActor
struct ColorTransformTests {
    private nonisolated static let choices = FilterChoice.all.filter { $0.matrix != nil }
    private static let side = 64

    /// The corners of the colour cube, greys, and noise; BGRA.
    private static let pixels: [UInt8] = {
        var state: UInt64 = 7
        var bytes: [UInt8] = []
        for index in 0..<(side * side) {
            switch index {
            case 0..<8:
                for channel in 0..<3 { bytes.append(index >> channel & 1 == 1 ? 255 : 0) }
            case 8..<264:
                for _ in 0..<3 { bytes.append(UInt8(index - 8)) }
            default:
                for _ in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    bytes.append(UInt8(truncatingIfNeeded: state >> 40))
                }
            }
            bytes.append(255)
        }
        return bytes
    }()

    @Test(
        arguments: choices,
        [0.01, 0.25, 0.5, 0.8, 1])
    func `GTK's nodes and the filters' own loops agree to a step of a channel`(_ choice: FilterChoice, amount: Double)
        throws
    {
        let choice = choice.by(amount)
        let matrix = try #require(choice.matrix)
        let side = Self.side
        let texture = Texture(width: side, height: side, bgra: Self.pixels)
        let frame = Frame(x: 0, y: 0, width: Double(side), height: Double(side))
        let painted = Snapshot.painted(width: side, height: side) { snapshot in
            snapshot.withColors(ColorTransform(matrix)) { snapshot.append(texture, in: frame) }
        }
        let swapped = Self.swapped(Self.pixels)
        let reference = try #require(
            choice.filter()?.apply(
                to: PixelBuffer(size: .square(side), bytesPerRow: 4 * side, bytes: swapped), isCancelled: { false }))
        let away: [Int] = zip(Self.swapped(painted), reference.bytes).map { abs(Int($0) - Int($1)) }
        #expect(away.count == 4 * side * side)
        #expect(away.max() ?? 255 <= 1)
    }

    @Test func `What lets light through keeps what it lets through, and is mapped as it is without`() throws {
        // 200, 100, 40 with alpha 128, premultiplied; BGRA.
        var bytes: [UInt8] = []
        for _ in 0..<64 { bytes += [20, 50, 100, 128] }
        let texture = Texture(width: 8, height: 8, bgra: bytes)
        let matrix = try #require(FilterChoice(.invert).matrix)
        let painted = Snapshot.painted(width: 8, height: 8) { snapshot in
            snapshot.withColors(ColorTransform(matrix)) {
                snapshot.append(texture, in: Frame(x: 0, y: 0, width: 8, height: 8))
            }
        }
        // Half of 215, 155 and 55.
        let expected: [Int] = [107, 77, 27, 128]
        for (channel, value) in expected.enumerated() { #expect(abs(Int(painted[channel]) - value) <= 1) }
    }

    private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for at in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(at, at + 2) }
        return bytes
    }
}

@MainActor
@Suite("The divider between the original and the filtered photo")
struct CanvasLookTests {
    @Test func `It is in the middle of its handle, wherever that is`() {
        var look = CanvasAppearance()
        for (split, place) in [(0.0, 18.0), (0.5, 200), (1, 382)] {
            look.split = split
            #expect(look.divider(in: 400) == place)
            #expect(CanvasAppearance.split(at: place, in: 400) == split)
        }
    }

    @Test func `It stays within the view, however far it is dragged`() {
        #expect(CanvasAppearance.split(at: -50, in: 400) == 0)
        #expect(CanvasAppearance.split(at: 500, in: 400) == 1)
        #expect(CanvasAppearance.split(at: 5, in: 10) == 0.5)
    }

    @Test func `The original is shown while it is asked for, and where nothing is chosen`() {
        var look = CanvasAppearance()
        #expect(!look.isFiltered)
        look.choice = FilterChoice(.sepia)
        #expect(look.isFiltered)
        look.showsOriginal = true
        #expect(!look.isFiltered)
    }
}
