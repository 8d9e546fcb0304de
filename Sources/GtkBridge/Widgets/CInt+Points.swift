extension CInt {
    /// The whole points of a place in a window, clamped to what C can hold; 0 for NaN.
    init(points: Double) { self = CInt(exactly: Swift.min(Swift.max(points, -1e9), 1e9).rounded(.towardZero)) ?? 0 }
}
