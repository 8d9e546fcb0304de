/// Along one axis: which source pixels each pixel of the result covers, and with which weights.
struct AreaSpans {
    /// The first pixel of each span.
    let first: [Int]
    /// One past the last pixel of each span. A span has at least one pixel, and may share one with each neighbour.
    let end: [Int]
    private let start: Double
    private let step: Double

    /// `count` equal spans over `length` pixels from `from`; none reaches beyond `limit`.
    init(count: Int, from: Int, length: Double, limit: Int) {
        let step = length / Double(count)
        var first: [Int] = []
        var end: [Int] = []
        for index in 0..<count {
            // A sliver left by rounding errors is not worth reading.
            let low = Int((Double(from) + step * Double(index) + 1e-6).rounded(.down))
            let high = Int((Double(from) + step * Double(index + 1) - 1e-6).rounded(.up))
            let bounded = min(max(low, 0), limit - 1)
            first.append(bounded)
            end.append(min(max(high, bounded + 1), limit))
        }
        self.first = first
        self.end = end
        self.step = step
        start = Double(from)
    }

    /// The share of source pixel `pixel` in the result's pixel `index`; the shares of a span sum to 1.
    func weight(of pixel: Int, in index: Int) -> Float {
        if end[index] - first[index] == 1 { return 1 }
        let low = start + step * Double(index)
        let covered = min(Double(pixel + 1), low + step) - max(Double(pixel), low)
        return Float(max(0, covered) / step)
    }
}
