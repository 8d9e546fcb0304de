import Testing

@testable import GtkBridge

@Suite("Pictures made for a frame")
@MainActor
struct FramePictureTests {
    private static let (width, height) = (13, 9)

    /// Noise with every alpha, premultiplied.
    private static let pixels: [UInt8] = (0..<width * height).flatMap { index -> [UInt8] in
        let alpha = index * 31 % 256
        let colours = (0..<3).map { channel -> UInt8 in UInt8((index * 57 + channel * 101) % (alpha + 1)) }
        return colours + [UInt8(alpha)]
    }

    private func painted(_ frame: Frame, isDrawnInSoftware: Bool) -> [UInt8] {
        let picture = FramePicture(
            width: Self.width, height: Self.height, bgra: Self.pixels, isDrawnInSoftware: isDrawnInSoftware)
        return Snapshot.painted(width: 40, height: 30) { $0.append(picture, in: frame) }
    }

    @Test(arguments: [true, false])
    func `One pixel for one, what is painted is what was given`(isDrawnInSoftware: Bool) {
        let frame = Frame(x: 4, y: 3, width: Double(Self.width), height: Double(Self.height))
        let made = painted(frame, isDrawnInSoftware: isDrawnInSoftware)
        for y in 0..<30 {
            for x in 0..<40 {
                let pixel = Array(made[(4 * (40 * y + x))..<(4 * (40 * y + x) + 4)])
                let isInside = (4..<4 + Self.width).contains(x) && (3..<3 + Self.height).contains(y)
                let at = 4 * (Self.width * (y - 3) + x - 4)
                #expect(pixel == (isInside ? Array(Self.pixels[at..<at + 4]) : [0, 0, 0, 0]))
            }
        }
    }

    @Test(
        arguments: [
            Frame(x: 0, y: 0, width: 39, height: 27), Frame(x: 2, y: 1, width: 7, height: 5),
            Frame(x: -5, y: -4, width: 26, height: 18),
        ])
    func `Both forms look the same at any size of whole pixels`(frame: Frame) {
        let surface = painted(frame, isDrawnInSoftware: true)
        let texture = painted(frame, isDrawnInSoftware: false)
        #expect(surface.contains { $0 != 0 })
        #expect(zip(surface, texture).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
}
