import Foundation

/// A picture in some 25 bytes, which servers tell before the picture itself: https://evanw.github.io/thumbhash/.
package struct ThumbHash: Sendable {
    /// Cosine coefficients of one channel, in the order of the format.
    private struct Channel {
        var mean: Double
        var across: Int
        var down: Int
        var coefficients: [Double] = []

        /// The places of its coefficients: a triangle without the mean.
        func forEach(_ body: (_ x: Int, _ y: Int) -> Void) {
            for y in 0..<down {
                var x = y == 0 ? 1 : 0
                while x * down < across * (down - y) {
                    body(x, y)
                    x += 1
                }
            }
        }

        func value(_ cosX: [Double], _ cosY: [Double]) -> Double {
            var (sum, number) = (mean, 0)
            forEach { x, y in
                sum += coefficients[number] * cosX[x] * cosY[y] * 2
                number += 1
            }
            return sum
        }
    }

    private let bytes: [UInt8]

    /// The longer side, in pixels.
    private static let side = 32
    /// More bytes than any hash has.
    private static let longest = 64

    /// The hash in Base64; nil if it is none.
    package init?(base64 text: String) {
        guard text.utf8.count <= 2 * Self.longest, let data = Data(base64Encoded: text),
            (5...Self.longest).contains(data.count)
        else { return nil }
        bytes = Array(data)
    }

    private var hasAlpha: Bool { bytes[2] & 0x80 != 0 }

    /// The coefficients of brightness, across and down, which also tell the ratio of the picture.
    private var shape: (across: Int, down: Int) {
        let (most, other) = (hasAlpha ? 5 : 7, max(1, Int(bytes[3] & 7)))
        return bytes[4] & 0x80 != 0 ? (most, other) : (other, most)
    }

    /// Its pixels, opaque: at most 32 x 32. Missing bytes are no contrast.
    package var pixels: PixelBuffer {
        let head = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let tail = Int(bytes[3]) | Int(bytes[4]) << 8
        let shape = shape
        var light = Channel(
            mean: Double(head & 63) / 63, across: max(3, shape.across), down: max(3, shape.down))
        var yellow = Channel(mean: Double(head >> 6 & 63) / 31.5 - 1, across: 3, down: 3)
        var red = Channel(mean: Double(head >> 12 & 63) / 31.5 - 1, across: 3, down: 3)
        var place = 2 * (hasAlpha ? 6 : 5)
        read(&light, scale: Double(head >> 18 & 31) / 31, &place)
        read(&yellow, scale: Double(tail >> 3 & 63) / 63 * 1.25, &place)
        read(&red, scale: Double(tail >> 9 & 63) / 63 * 1.25, &place)
        let ratio = Double(shape.across) / Double(shape.down)
        let width = max(1, Int((Double(Self.side) * min(1, ratio)).rounded()))
        let height = max(1, Int((Double(Self.side) / max(1, ratio)).rounded()))
        let (columns, rows) = (Self.cosines(width, light.across), Self.cosines(height, light.down))
        return PixelBuffer(size: PixelSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let l = light.value(columns[x], rows[y])
                    let (p, q) = (yellow.value(columns[x], rows[y]), red.value(columns[x], rows[y]))
                    let b = l - 2 / 3 * p
                    let r = (3 * l - b + q) / 2
                    for (channel, value) in [r, r - q, b].enumerated() {
                        pixels[4 * (y * width + x) + channel] = UInt8((255 * max(0, min(value, 1))).rounded())
                    }
                    pixels[4 * (y * width + x) + 3] = 255
                }
            }
        }
    }

    /// Reads a channel's coefficients, of four bits each.
    private func read(_ channel: inout Channel, scale: Double, _ place: inout Int) {
        var coefficients: [Double] = []
        channel.forEach { _, _ in
            let byte = place >> 1 < bytes.count ? bytes[place >> 1] : 0x77
            let half = Int(place & 1 == 0 ? byte & 15 : byte >> 4)
            coefficients.append(place >> 1 < bytes.count ? (Double(half) / 7.5 - 1) * scale : 0)
            place += 1
        }
        channel.coefficients = coefficients
    }

    /// The cosines of each of `count` pixels, at least three.
    private static func cosines(_ count: Int, _ most: Int) -> [[Double]] {
        (0..<count).map { pixel in
            (0..<max(3, most)).map { cos(Double.pi / Double(count) * (Double(pixel) + 0.5) * Double($0)) }
        }
    }
}
