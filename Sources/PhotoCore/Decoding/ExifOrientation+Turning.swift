/// The eight ways a picture can lie are those of a square: rows and columns changed or not, then either axis reversed
/// or not.
extension ExifOrientation {
    /// Whether what is shown from left to right is stored the other way round.
    var flipsX: Bool {
        switch self {
        case .topRight, .bottomRight, .rightTop, .rightBottom: true
        case .topLeft, .bottomLeft, .leftTop, .leftBottom: false
        }
    }

    /// Whether what is shown from top to bottom is stored the other way round.
    var flipsY: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightBottom, .leftBottom: true
        case .topLeft, .topRight, .leftTop, .rightTop: false
        }
    }

    /// The one that changes rows and columns if it `swaps`, then reverses the axes that are said to be.
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

    /// This one, and then `next` of what is shown by then.
    public func followed(by next: ExifOrientation) -> ExifOrientation {
        let (acrossX, acrossY) = next.swapsSides ? (flipsY, flipsX) : (flipsX, flipsY)
        return ExifOrientation(
            swaps: swapsSides != next.swapsSides, flipsX: acrossX != next.flipsX, flipsY: acrossY != next.flipsY)
    }

    /// The one that takes this one back.
    var inverse: ExifOrientation {
        // A flip of what was x is one of what is y, once the two have changed places.
        swapsSides ? ExifOrientation(swaps: true, flipsX: flipsY, flipsY: flipsX) : self
    }

    /// A quarter turn to the right.
    public static var clockwise: ExifOrientation { .rightTop }
    /// A quarter turn to the left.
    public static var counterclockwise: ExifOrientation { .leftBottom }
    /// Left and right exchanged.
    public static var mirrored: ExifOrientation { .topRight }
    /// Top and bottom exchanged.
    public static var upsideDown: ExifOrientation { .bottomLeft }
}
