import Foundation

/// How many pixels of a photo have each brightness, in red, green and blue.
public struct PhotoHistogram: Sendable, Equatable {
    /// 256 counts.
    public let red: [Int]
    /// 256 counts.
    public let green: [Int]
    /// 256 counts.
    public let blue: [Int]

    /// The histogram of `plane`; nil if cancelled. Transparent pixels count as on black.
    public init?(of plane: PhotoPlane, isCancelled: () -> Bool = { false }) {
        var counts = [Int](repeating: 0, count: 3 * 256)
        let channels = plane.channels
        let width = plane.size.width
        for y in 0..<plane.size.height {
            if isCancelled() { return nil }
            counts.withUnsafeMutableBufferPointer { counts in
                plane.withRow(y) { row in
                    for x in 0..<width {
                        for channel in 0..<3 { counts[256 * channel + Int(row[channels * x + channel])] += 1 }
                    }
                }
            }
        }
        red = Array(counts[..<256])
        green = Array(counts[256..<512])
        blue = Array(counts[512...])
    }

    /// The counts of one channel as heights, 0 to 1. The highest fiftieth is cut off: pure black and white, or a plain
    /// sky, would hide the rest.
    public func heights(_ channel: KeyPath<PhotoHistogram, [Int]>) -> [Double] {
        let used = [red, green, blue].flatMap { $0[1..<255] }.filter { $0 > 0 }.sorted()
        let top = Double(max(1, used.isEmpty ? 1 : used[(used.count - 1) * 49 / 50]))
        return self[keyPath: channel].map { min(1, Double($0) / top) }
    }
}
