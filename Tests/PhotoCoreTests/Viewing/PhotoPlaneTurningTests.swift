import Foundation
import PhotoCore
import Testing

@Suite struct PhotoPlaneTurningTests {
    /// 70 x 3 pixels, no two alike: longer than a field, with odd sides.
    private func plane(channels: Int) -> (plane: PhotoPlane?, picture: PixelBuffer) {
        let size = PixelSize(width: 70, height: 3)
        let value = { (x: Int, y: Int, channel: Int) in UInt8(truncatingIfNeeded: x * 3 + y * 71 + channel * 17) }
        let plane = PhotoPlane.make(size: size, channels: channels) { bytes in
            for y in 0..<3 {
                for x in 0..<70 {
                    for channel in 0..<channels { bytes[channels * (y * 70 + x) + channel] = value(x, y, channel) }
                }
            }
            return true
        }
        let picture = PixelBuffer(size: size) { bytes in
            for y in 0..<3 {
                for x in 0..<70 {
                    for channel in 0..<4 { bytes[4 * (y * 70 + x) + channel] = value(x, y, channel) }
                }
            }
        }
        return (plane, picture)
    }

    @Test(arguments: ExifOrientation.allCases, [3, 4])
    func `A turned plane has the pixels of a turned row picture`(_ turn: ExifOrientation, _ channels: Int) throws {
        let (plane, picture) = plane(channels: channels)
        let turned = try #require(plane?.turned(by: turn))
        let expected = turn.applied(to: picture)
        #expect(turned.size == expected.size && turned.channels == channels)
        for y in 0..<turned.size.height {
            let row = turned.withRow(y) { Array($0) }
            let wanted = (0..<turned.size.width).flatMap { x in
                (0..<channels).map { expected.bytes[y * expected.bytesPerRow + 4 * x + $0] }
            }
            #expect(row == wanted)
        }
    }

    @Test func `Nothing is copied where there is nothing to turn, and nothing made of what is cancelled`() throws {
        let plane = try #require(plane(channels: 3).plane)
        #expect(plane.turned(by: .topLeft) === plane)
        #expect(plane.turned(by: .rightTop, isCancelled: { true }) == nil)
    }
}
