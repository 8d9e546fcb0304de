/// A rotated view of a plane: reads its stored pixels in the order of the rotated picture.
struct TurnedPlane {
    /// Adjacent pixels of the rotated picture.
    struct Run {
        /// The first one's index in the rotated picture.
        let target: Int
        /// The first one's stored place.
        let from: UnsafePointer<UInt8>
        /// The distance between stored pixels, in bytes.
        let step: Int
        /// Their number.
        let count: Int
    }

    let size: PixelSize
    private let plane: PhotoPlane
    /// The first pixel's stored place, and the steps to the right and down, in bytes.
    private let start: Int
    private let across: Int
    private let down: Int

    /// A field of 64 x 64 pixels and its image fit into 32 KB, the smallest cache.
    private static let fieldSide = 64

    init(_ plane: PhotoPlane, _ turn: ExifOrientation) {
        self.plane = plane
        size = turn.turned(plane.size)
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

    /// Calls `body` for all runs of the rotated picture; false if cancelled.
    ///
    /// Works in square fields: reading whole columns would fetch a cache line for each pixel.
    @inline(__always)
    func forEachRun(isCancelled: () -> Bool, _ body: (Run) -> Void) -> Bool {
        for top in stride(from: 0, to: size.height, by: Self.fieldSide) {
            if isCancelled() { return false }
            for left in stride(from: 0, to: size.width, by: Self.fieldSide) {
                let count = min(Self.fieldSide, size.width - left)
                for y in top..<min(top + Self.fieldSide, size.height) {
                    let from = plane.base + start + y * down + left * across
                    body(Run(target: y * size.width + left, from: from, step: across, count: count))
                }
            }
        }
        return true
    }
}
