import CPixelKernels
import Foundation

/// Which of a line of source pixels each pixel of a result is made of, and how much of each.
struct AxisTaps {
    /// How results come from the source.
    enum Filter {
        /// The mean of the area that a pixel stands for. Enlarged, the source's pixels are seen as squares.
        case area
        /// Straight between the middles of the source's pixels: for enlarging what is only a stand-in.
        case linear
    }

    /// Weights are whole numbers that make 256 together: more pixels than this cannot all have one.
    static let mostTaps = 256

    /// How many source pixels each is made of.
    let count: Int
    /// The first of them.
    private(set) var first: [UInt32]
    /// `count` for each, which make 256 together.
    private(set) var weights: [UInt16]

    /// Taps of `length` results: result i stands for the source from `start + i * step` to `start + (i + 1) * step`, of
    /// which there are `limit` pixels, 1 or more; beyond them the nearest counts. `step` may be negative. Of an area of
    /// more than ``mostTaps`` pixels only its middle counts. What is no number is 0.
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

    /// The first source pixel that any of them has.
    var left: Int { Int(first.min() ?? 0) }
    /// How many source pixels lie from there to the last that any of them has.
    var reach: Int { first.max().map { Int($0) + count - left } ?? 0 }

    private mutating func addArea(_ low: Double, _ high: Double, _ limit: Int) {
        // A rounding error at an edge is no part of a pixel.
        let epsilon = 1e-6
        var from = min(max(low + epsilon, 0), Double(limit) - 0.5)
        var to = max(min(high - epsilon, Double(limit)), from + epsilon)
        if to - from > Double(count) {
            from = ((from + to - Double(count)) / 2).rounded()
            to = from + Double(count)
        }
        let start = min(Int(from), limit - count)
        first.append(UInt32(start))
        // The parts' ends are rounded and not the parts: so none is below zero, and all together are the whole.
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
