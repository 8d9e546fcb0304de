/// The sides of a window that a setting may ask for, in points.
enum WindowSides {
    /// X11's windows have at most 32,767 pixels along a side; on a display of scale 2 these are half as many points.
    static let possible = 1...16_383

    /// `side`, clamped to what is possible.
    static func held(_ side: Int) -> Int { min(max(side, possible.lowerBound), possible.upperBound) }
}
