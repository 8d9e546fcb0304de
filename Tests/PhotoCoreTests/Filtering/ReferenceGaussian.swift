import Foundation
import PhotoCore

/// The reference for blurs: a sampled Gaussian cut off at five sigma, in plain double precision along both axes, with
/// premultiplied colours, and edges extended by their pixels.
struct ReferenceGaussian {
    let size: PixelSize
    /// Four per pixel, 0...255: premultiplied colours and alpha, not rounded.
    let channels: [Double]

    init(_ picture: PixelBuffer, sigma: Double) {
        size = picture.size
        var original: [Double] = []
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let at = y * picture.bytesPerRow + 4 * x
                let alpha = Double(picture.bytes[at + 3])
                for channel in 0..<3 { original.append(Double(picture.bytes[at + channel]) * alpha / 255) }
                original.append(alpha)
            }
        }
        let radius = Int((5 * sigma).rounded(.up))
        var weights = (-radius...radius).map { $0 == 0 ? 1 : exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        weights = weights.map { $0 / total }

        let (width, height) = (size.width, size.height)
        func pass(_ source: [Double], _ index: (Int, Int, Int) -> Int) -> [Double] {
            var result = [Double](repeating: 0, count: source.count)
            for y in 0..<height {
                for x in 0..<width {
                    let to = 4 * (y * width + x)
                    for away in -radius...radius {
                        let from = 4 * index(x, y, away)
                        for channel in 0..<4 { result[to + channel] += weights[away + radius] * source[from + channel] }
                    }
                }
            }
            return result
        }
        let across = pass(original) { x, y, away in y * width + min(max(x + away, 0), width - 1) }
        channels = pass(across) { x, y, away in min(max(y + away, 0), height - 1) * width + x }
    }

    /// The maximum difference between `picture`'s premultiplied channels and these, in steps of an 8-bit channel.
    func distance(to picture: PixelBuffer) -> Double {
        var most = 0.0
        for pixel in 0..<(size.width * size.height) {
            let alpha = Double(picture.bytes[4 * pixel + 3])
            most = max(most, abs(alpha - channels[4 * pixel + 3]))
            for channel in 0..<3 {
                let color = Double(picture.bytes[4 * pixel + channel]) * alpha / 255
                most = max(most, abs(color - channels[4 * pixel + channel]))
            }
        }
        return most
    }

    /// The picture, plus `gain` times the difference of each colour, not premultiplied, from this one's.
    func sharpened(_ picture: PixelBuffer, gain: Double) -> [Double] {
        var result: [Double] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let at = y * picture.bytesPerRow + 4 * x
                let alpha = channels[4 * (y * size.width + x) + 3]
                for channel in 0..<3 {
                    let color = Double(picture.bytes[at + channel])
                    let blurred = alpha > 0.5 ? channels[4 * (y * size.width + x) + channel] * 255 / alpha : color
                    result.append(min(max(color + gain * (color - blurred), 0), 255))
                }
                result.append(Double(picture.bytes[at + 3]))
            }
        }
        return result
    }
}
