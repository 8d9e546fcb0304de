import Foundation

/// A part of a photo as the screen shows it: one pixel for one of the screen's.
public struct PhotoFrame: Sendable {
    /// Where it lies, in device pixels from the view's top left.
    public let x: Int
    /// Where it lies, in device pixels from the view's top left.
    public let y: Int
    /// Width and height in device pixels.
    public let size: PixelSize
    /// Row-major BGRA without padding, colours multiplied by alpha: what cairo and the compositor work with.
    public let bytes: [UInt8]
}

/// What is behind a photo that lets light through.
public struct PhotoBoard: Sendable, Equatable {
    /// The side of a field, in device pixels.
    public var side: Int
    /// The greys of the fields.
    public var greys: (UInt8, UInt8)

    /// A board of such fields.
    public init(side: Int, greys: (UInt8, UInt8)) {
        self.side = side
        self.greys = greys
    }

    /// Whether both look the same.
    public static func == (one: PhotoBoard, other: PhotoBoard) -> Bool {
        one.side == other.side && one.greys == other.greys
    }
}
