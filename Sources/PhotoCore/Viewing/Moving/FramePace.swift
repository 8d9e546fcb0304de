/// How coarsely a moving photo is drawn, so that frames are on time on a display of any size: fast motion hides detail,
/// and a resting photo is always drawn with every pixel.
public struct FramePace: Sendable, Equatable {
    /// 6 of the available 16.7 ms: the rest is for layout and presentation.
    static let budget = 6_000_000.0
    /// A coarser frame would be visible.
    static let coarsest = 3

    private var nanosecondsPerPixel = 4.0

    /// No measurements: 4 ns per pixel, about three times the actual time.
    public init() {}

    /// Takes the measurement of a frame.
    public mutating func note(pixels: Int, nanoseconds: Double) {
        guard pixels > 10_000, nanoseconds > 0, nanoseconds.isFinite else { return }
        // Half old, half new: one interrupted frame is soon forgotten.
        nanosecondsPerPixel = (nanosecondsPerPixel + nanoseconds / Double(pixels)) / 2
    }

    /// How many device pixels, along a side, share one drawn pixel.
    public func divisor(pixels: Int, isMoving: Bool) -> Int {
        guard isMoving else { return 1 }
        let fits = (1...Self.coarsest).first { divisor in
            Double(pixels) / Double(divisor * divisor) * nanosecondsPerPixel <= Self.budget
        }
        return fits ?? Self.coarsest
    }
}
