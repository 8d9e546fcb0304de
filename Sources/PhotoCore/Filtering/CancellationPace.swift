/// Asks now and then whether work on pixels is still wanted: often enough to heed it at once, not so often as to cost.
struct CancellationPace {
    /// How many pixels go by between two looks: a tenth of a millisecond's worth of a matrix, half of one of a blur.
    static let pixels = 1 << 16

    private var unchecked = 0
    private let isCancelled: () -> Bool

    /// Runs `work` at the pace; nil where it ended with false, or where the result is not wanted in the end.
    static func fill(
        _ size: PixelSize, unless isCancelled: () -> Bool,
        work: (UnsafeMutableBufferPointer<UInt8>, inout CancellationPace) -> Bool
    ) -> PixelBuffer? {
        withoutActuallyEscaping(isCancelled) { isCancelled in
            PixelBuffer.unlessCancelled(size: size) { target in
                var pace = CancellationPace(isCancelled: isCancelled)
                return work(target, &pace) && !isCancelled()
            }
        }
    }

    private init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// To be called before `pixels` more are worked on: false if they need not be.
    mutating func goesOn(for pixels: Int) -> Bool {
        if unchecked >= Self.pixels {
            if isCancelled() { return false }
            unchecked = 0
        }
        unchecked += pixels
        return true
    }
}
