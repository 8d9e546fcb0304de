import CPixelKernels
import Foundation

/// The source pixels of each result pixel along a line, and their weights.
struct AxisTaps {
    /// The interpolation.
    enum Filter {
        /// The mean of the covered area. When enlarged, source pixels appear as squares.
        case area
        /// Linear between the middles of the source's pixels: for enlarging a temporary picture.
        case linear
    }

    /// Weights are integers that sum to 256: more pixels cannot all have one.
    static let mostTaps = 256

    /// How many source pixels each result has.
    let count: Int
    /// The first of them.
    private(set) var first: [UInt32]
    /// `count` weights per result, which sum to 256.
    private(set) var weights: [UInt16]

    /// Taps of `length` results: result i covers the source from `start + i * step` to `start + (i + 1) * step`. The
    /// source has `limit` pixels, at least 1; beyond them the nearest counts. `step` may be negative. For an area of
    /// more than ``mostTaps`` pixels, only its middle counts. NaN counts as 0.
    init(length: Int, start: Double, step: Double, limit: Int, filter: Filter) {
        let step = step.isFinite ? step : 0
        let start = start.isFinite ? start : 0
        let width = filter == .linear ? 2 : Int(min(abs(step), Double(Self.mostTaps)).rounded(.up)) + 1
        count = max(1, min(width, limit, Self.mostTaps))
        first = []
        first.reserveCapacity(length)
        weights = []
        weights.reserveCapacity(length * count)
        for index in 0..<length {
            let one = start + Double(index) * step
            let other = one + step
            switch filter {
            case .area: addArea(min(one, other), max(one, other), limit)
            case .linear: addLinear((one + other) / 2, limit)
            }
        }
    }

    /// The first source pixel of all.
    var left: Int { Int(first.min() ?? 0) }
    /// How many source pixels lie from there to the last of all.
    var reach: Int { first.max().map { Int($0) + count - left } ?? 0 }

    private mutating func addArea(_ low: Double, _ high: Double, _ limit: Int) {
        // A rounding error at an edge covers no pixel.
        let epsilon = 1e-6
        var from = min(max(low + epsilon, 0), Double(limit) - 0.5)
        var to = max(min(high - epsilon, Double(limit)), from + epsilon)
        if to - from > Double(count) {
            from = ((from + to - Double(count)) / 2).rounded()
            to = from + Double(count)
        }
        let start = min(Int(from), limit - count)
        first.append(UInt32(start))
        // The parts' ends are rounded, not the parts: so none is negative, and they sum to the whole.
        var before = 0
        for tap in 1...count {
            let reached = min(max((Double(start + tap) - from) / (to - from), 0), 1)
            let end = tap == count ? 256 : Int((reached * 256).rounded())
            weights.append(UInt16(end - before))
            before = end
        }
    }

    private mutating func addLinear(_ middle: Double, _ limit: Int) {
        let place = min(max(middle - 0.5, 0), Double(limit - 1))
        let start = min(Int(place), limit - count)
        first.append(UInt32(start))
        guard count > 1 else { return weights.append(256) }
        let share = UInt16(((place - Double(start)) * 256).rounded())
        weights.append(256 - share)
        weights.append(share)
    }
}
