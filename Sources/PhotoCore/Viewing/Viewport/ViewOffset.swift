/// A distance or a velocity in a view: to the right and down, in points (per second).
public struct ViewOffset: Sendable, Equatable {
    /// To the right.
    public var dx: Double
    /// Down.
    public var dy: Double

    /// No distance.
    public static let zero = ViewOffset(dx: 0, dy: 0)

    /// A distance to the right and down.
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The way from the end of `other` to the end of this one.
    static func - (one: ViewOffset, other: ViewOffset) -> ViewOffset {
        ViewOffset(dx: one.dx - other.dx, dy: one.dy - other.dy)
    }

    var length: Double { (dx * dx + dy * dy).squareRoot() }
}
