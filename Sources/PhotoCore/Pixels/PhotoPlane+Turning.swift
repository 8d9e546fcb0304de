import Foundation

extension PhotoPlane {
    /// The same picture turned, in memory of its own; itself where there is nothing to turn. Nil when `isCancelled`,
    /// which is asked now and then, said so, or the memory is not to be had.
    public func turned(by turn: ExifOrientation, isCancelled: () -> Bool = { false }) -> PhotoPlane? {
        guard turn != .topLeft else { return self }
        let channels = channels
        return PhotoPlane.make(size: turn.turned(size), channels: channels) { pixels in
            guard let to = pixels.baseAddress else { return false }
            return forEachRun(turned: turn, isCancelled: isCancelled) { run in
                var from = run.from
                var pixel = to + channels * run.target
                for _ in 0..<run.count {
                    for channel in 0..<channels { pixel[channel] = from[channel] }
                    pixel += channels
                    from += run.step
                }
            }
        }
    }

    /// Pixels that lie side by side in a turned picture, and where they are stored.
    struct TurnedRun {
        /// The first one's number in the turned picture.
        let target: Int
        /// Where the first one is stored.
        let from: UnsafePointer<UInt8>
        /// How far it is from one to the next, in bytes.
        let step: Int
        /// How many they are.
        let count: Int
    }

    /// Calls `body` for all runs of the picture as it is once it is turned; false when `isCancelled`, which is asked
    /// now and then, said so.
    ///
    /// In fields: read across columns, each line of the processor's cache would be fetched for one pixel.
    @inline(__always)
    func forEachRun(
        turned turn: ExifOrientation, isCancelled: () -> Bool, _ body: (TurnedRun) -> Void
    ) -> Bool {
        let way = TurnedWay(through: self, turned: turn)
        let target = turn.turned(size)
        for top in stride(from: 0, to: target.height, by: Self.fieldSide) {
            if isCancelled() { return false }
            for left in stride(from: 0, to: target.width, by: Self.fieldSide) {
                let count = min(Self.fieldSide, target.width - left)
                for y in top..<min(top + Self.fieldSide, target.height) {
                    body(
                        TurnedRun(
                            target: y * target.width + left, from: base + way.start + y * way.down + left * way.across,
                            step: way.across, count: count))
                }
            }
        }
        return true
    }

    /// A field of 64 x 64 pixels and its image fit into 32 KB, the smallest cache there is.
    private static let fieldSide = 64
}

/// Where the pixels of a turned picture come from, in bytes: its first one, and how far it is to the next one at its
/// right and below it.
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
