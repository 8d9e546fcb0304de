import Foundation

/// A part of a photo in screen pixels.
public struct PhotoFrame: Sendable {
    /// The left edge, in device pixels from the view's left.
    public let x: Int
    /// The top edge, in device pixels from the view's top.
    public let y: Int
    /// Width and height in device pixels.
    public let size: PixelSize
    /// Row-major premultiplied BGRA without padding: the format of cairo and the compositor.
    public let bytes: [UInt8]
    /// How many pixels of the photo it was made from: the cost.
    let sourcePixels: Int

    /// The board behind it, alone.
    public func board(_ board: PhotoBoard) -> PhotoFrame {
        let nothing = [UInt8](repeating: 0, count: bytes.count)
        return PhotoFrame(
            x: x, y: y, size: size, bytes: board.laid(below: nothing, size, x, y, .widest), sourcePixels: 0)
    }
}

/// The background of a transparent photo.
public struct PhotoBoard: Sendable {
    /// The side of a field, in device pixels.
    var side: Int
    var greys: (UInt8, UInt8)

    /// A board with these fields.
    public init(side: Int, greys: (UInt8, UInt8)) {
        self.side = side
        self.greys = greys
    }

    /// The board under premultiplied BGRA pixels that start at device pixel (`x`, `y`) of the view.
    func laid(below bytes: [UInt8], _ size: PixelSize, _ x: Int, _ y: Int, _ kernels: PixelKernels) -> [UInt8] {
        var bytes = bytes
        let greys = [greys.0, greys.1]
        bytes.withUnsafeMutableBufferPointer { target in
            guard let to = target.baseAddress else { return }
            for row in 0..<size.height {
                let isOdd = (y + row) / side % 2 == 1
                let phase = x % (2 * side) + (isOdd ? side : 0)
                kernels.table.lay_on_board(to + 4 * row * size.width, size.width, phase, side, greys)
            }
        }
        return bytes
    }
}
