import Foundation

extension PhotoPlane {
    /// A window is rarely so small that less would suffice; and a frame from so few pixels is cheap.
    static let smallestHalved = 512

    /// All coarser levels, each half of the previous, down to the smallest useful one; in `memory`, or on the heap. Nil
    /// if cancelled.
    func halves(in memory: (any PlaneMemory)? = nil, isCancelled: () -> Bool) -> [PhotoPlane]? {
        var halves: [PhotoPlane] = []
        var last = self
        while max(last.size.width, last.size.height) > Self.smallestHalved {
            guard let half = last.halved(in: memory, isCancelled: isCancelled) else { return nil }
            halves.append(half)
            last = half
        }
        return halves
    }

    /// The next coarser level: each pixel is the mean of 2 x 2. At an odd side, the last pixel is the mean of the
    /// existing ones, so pixels keep their place in every level. Calls `isCancelled` before every row; nil if
    /// cancelled.
    public func halved(in memory: (any PlaneMemory)? = nil, isCancelled: () -> Bool) -> PhotoPlane? {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let kernels = PixelKernels.widest.table
        return PhotoPlane.make(size: half, channels: channels, in: memory) { target in
            guard let to = target.baseAddress else { return false }
            let pairs = size.width / 2
            for y in 0..<half.height {
                if isCancelled() { return false }
                let above = row(2 * y)
                let below = row(min(2 * y + 1, size.height - 1))
                let line = to + channels * half.width * y
                kernels.halve_rows(above, below, channels, line, pairs)
                guard half.width > pairs else { continue }
                for channel in 0..<channels {
                    let last = channels * (size.width - 1) + channel
                    line[channels * pairs + channel] = UInt8((Int(above[last]) + Int(below[last]) + 1) / 2)
                }
            }
            return true
        }
    }
}
