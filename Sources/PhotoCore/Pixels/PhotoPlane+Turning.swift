import Foundation

extension PhotoPlane {
    /// The same picture turned, in memory of its own; itself where there is nothing to turn. Nil when `isCancelled`, which
    /// is asked now and then, said so, or the memory is not to be had.
    public func turned(by turn: ExifOrientation, isCancelled: () -> Bool = { false }) -> PhotoPlane? {
        guard turn != .topLeft else { return self }
        let way = TurnedWay(through: self, turned: turn)
        let target = turn.turned(size)
        return PhotoPlane.make(size: target, channels: channels) { pixels in
            guard let to = pixels.baseAddress else { return false }
            // In fields: read across columns, each line of the processor's cache would be fetched for one pixel.
            for top in stride(from: 0, to: target.height, by: Self.fieldSide) {
                if isCancelled() { return false }
                for left in stride(from: 0, to: target.width, by: Self.fieldSide) {
                    let right = min(left + Self.fieldSide, target.width)
                    for y in top..<min(top + Self.fieldSide, target.height) {
                        var from = base + way.start + y * way.down + left * way.across
                        var pixel = to + channels * (y * target.width + left)
                        for _ in left..<right {
                            for channel in 0..<channels { pixel[channel] = from[channel] }
                            pixel += channels
                            from += way.across
                        }
                    }
                }
            }
            return true
        }
    }

    /// A field of 64 x 64 pixels and its image fit into 32 KB, the smallest cache there is.
    private static let fieldSide = 64
}

/// Where the pixels of a turned picture come from, in bytes: its first one, and how far it is to the next one at its right
/// and below it.
private struct TurnedWay {
    let start: Int
    let across: Int
    let down: Int

    init(through plane: PhotoPlane, turned turn: ExifOrientation) {
        let right = plane.channels
        let below = plane.bytesPerRow
        let lastColumn = right * (plane.size.width - 1)
        let lastRow = below * (plane.size.height - 1)
        (start, across, down) =
            switch turn {
            case .topLeft: (0, right, below)
            case .topRight: (lastColumn, -right, below)
            case .bottomRight: (lastColumn + lastRow, -right, -below)
            case .bottomLeft: (lastRow, right, -below)
            case .leftTop: (0, below, right)
            case .rightTop: (lastRow, -below, right)
            case .rightBottom: (lastColumn + lastRow, -below, -right)
            case .leftBottom: (lastColumn, below, -right)
            }
    }
}
