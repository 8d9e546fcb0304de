/// Checks periodically whether work on pixels is still wanted: often enough to react at once, rarely enough to be
/// cheap.
struct CancellationPace {
    /// How many pixels lie between two checks: a tenth of a millisecond of a matrix, half a millisecond of a blur.
    static let pixels = 1 << 16

    private var unchecked = 0
    private let isCancelled: () -> Bool

    /// Runs `work` at this pace; nil if it returned false, or if the result is no longer wanted.
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

    /// Call before working on `pixels` more; false to stop.
    mutating func goesOn(for pixels: Int) -> Bool {
        if unchecked >= Self.pixels {
            if isCancelled() { return false }
            unchecked = 0
        }
        unchecked += pixels
        return true
    }
}
