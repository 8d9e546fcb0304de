/// The eight orientations are the symmetries of a square: optionally transpose, then optionally reverse each axis.
extension ExifOrientation {
    /// Whether left and right are stored reversed.
    var flipsX: Bool {
        switch self {
        case .topRight, .bottomRight, .rightTop, .rightBottom: true
        case .topLeft, .bottomLeft, .leftTop, .leftBottom: false
        }
    }

    /// Whether top and bottom are stored reversed.
    var flipsY: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightBottom, .leftBottom: true
        case .topLeft, .topRight, .leftTop, .rightTop: false
        }
    }

    /// The orientation that transposes if `swaps`, then reverses the given axes.
    init(swaps: Bool, flipsX: Bool, flipsY: Bool) {
        self =
            switch (swaps, flipsX, flipsY) {
            case (false, false, false): .topLeft
            case (false, true, false): .topRight
            case (false, true, true): .bottomRight
            case (false, false, true): .bottomLeft
            case (true, false, false): .leftTop
            case (true, true, false): .rightTop
            case (true, true, true): .rightBottom
            case (true, false, true): .leftBottom
            }
    }

    /// This orientation followed by `next`.
    public func followed(by next: ExifOrientation) -> ExifOrientation {
        let (acrossX, acrossY) = next.swapsSides ? (flipsY, flipsX) : (flipsX, flipsY)
        return ExifOrientation(
            swaps: swapsSides != next.swapsSides, flipsX: acrossX != next.flipsX, flipsY: acrossY != next.flipsY)
    }

    var inverse: ExifOrientation {
        // After transposing, flipping the old x is flipping the new y.
        swapsSides ? ExifOrientation(swaps: true, flipsX: flipsY, flipsY: flipsX) : self
    }

    /// A quarter turn to the right.
    public static var clockwise: ExifOrientation { .rightTop }
    /// A quarter turn to the left.
    public static var counterclockwise: ExifOrientation { .leftBottom }
    /// Left and right swapped.
    public static var mirrored: ExifOrientation { .topRight }
    /// Top and bottom swapped.
    public static var upsideDown: ExifOrientation { .bottomLeft }
}
