/// How coarsely a photo is drawn while it moves, so that a frame is made in time on a display of any size: what moves
/// fast is not seen sharply, and what rests is always drawn with every pixel.
public struct FramePace: Sendable, Equatable {
    /// 6 ms of the 16.7 there are: the rest is for layout, and for handing the frame over.
    static let budget = 6_000_000.0
    /// Coarser than this would be seen.
    static let coarsest = 3

    private var nanosecondsPerPixel = 4.0

    /// Nothing measured yet: 4 ns a pixel, about three times what it takes.
    public init() {}

    /// Takes in what a frame took.
    public mutating func note(pixels: Int, nanoseconds: Double) {
        guard pixels > 10_000, nanoseconds > 0, nanoseconds.isFinite else { return }
        // Half of the old, half of the new: one frame that was interrupted is soon forgotten.
        nanosecondsPerPixel = (nanosecondsPerPixel + nanoseconds / Double(pixels)) / 2
    }

    /// How many device pixels, along a side, share one that is drawn.
    public func divisor(pixels: Int, isMoving: Bool) -> Int {
        guard isMoving else { return 1 }
        let fits = (1...Self.coarsest).first { divisor in
            Double(pixels) / Double(divisor * divisor) * nanosecondsPerPixel <= Self.budget
        }
        return fits ?? Self.coarsest
    }
}
