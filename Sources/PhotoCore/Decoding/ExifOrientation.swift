/// How to turn a stored picture upright. Source: Exif 2.32, tag 0x0112; the cases name the place of the stored first
/// row and first column.
public enum ExifOrientation: Int, Sendable, CaseIterable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

    /// Whether turning swaps width and height.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The size after turning; or, for an upright size, as stored.
    public func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// `picture` upright.
    public func applied(to picture: PixelBuffer) -> PixelBuffer {
        guard self != .topLeft else { return picture }
        let lastX = picture.width - 1
        let lastY = picture.height - 1
        let size = turned(picture.size)
        return PixelBuffer(size: size) { target in
            picture.bytes.withUnsafeBufferPointer { source in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let (fromX, fromY) =
                            switch self {
                            case .topLeft: (x, y)
                            case .topRight: (lastX - x, y)
                            case .bottomRight: (lastX - x, lastY - y)
                            case .bottomLeft: (x, lastY - y)
                            case .leftTop: (y, x)
                            case .rightTop: (y, lastY - x)
                            case .rightBottom: (lastX - y, lastY - x)
                            case .leftBottom: (lastX - y, x)
                            }
                        let from = fromY * picture.bytesPerRow + 4 * fromX
                        let to = 4 * (y * size.width + x)
                        for channel in 0..<4 { target[to + channel] = source[from + channel] }
                    }
                }
            }
        }
    }
}
