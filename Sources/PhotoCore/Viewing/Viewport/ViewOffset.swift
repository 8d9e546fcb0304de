/// A way in a view, or how fast something goes along it: to the right and down, in points (a second).
public struct ViewOffset: Sendable, Equatable {
    /// To the right.
    public var dx: Double
    /// Down.
    public var dy: Double

    /// No way at all.
    public static let zero = ViewOffset(dx: 0, dy: 0)

    /// So far to the right and down.
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// How long it is.
    var length: Double { (dx * dx + dy * dy).squareRoot() }
}
