/// A width and a height in pixels (never points).
public struct PixelSize: Sendable, Hashable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size of `width` columns and `height` rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// A square of `side` pixels.
    public static func square(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }
}
