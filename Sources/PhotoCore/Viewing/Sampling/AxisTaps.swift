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

    /// How many source pixels each is made of.
    let count: Int
    /// The first of them.
    private(set) var first: [UInt32]
    /// `count` for each, which make 256 together.
    private(set) var weights: [UInt16]

    /// Taps of `length` results: result i stands for the source from `start + i * step` to `start + (i + 1) * step`, of
    /// which there are `limit` pixels; beyond them the nearest counts. `step` may be negative.
    init(length: Int, start: Double, step: Double, limit: Int, filter: Filter) {
        let width = filter == .linear ? 2 : Int(abs(step).rounded(.up)) + 1
        count = max(1, min(width, limit))
        first = []
        first.reserveCapacity(length)
        weights = [UInt16](repeating: 0, count: length * count)
        for index in 0..<length {
            let one = start + Double(index) * step
            let other = one + step
            switch filter {
            case .area: addArea(index, min(one, other), max(one, other), limit)
            case .linear: addLinear(index, (one + other) / 2, limit)
            }
        }
    }

    private mutating func addArea(_ index: Int, _ low: Double, _ high: Double, _ limit: Int) {
        // A rounding error at an edge is no part of a pixel.
        let epsilon = 1e-6
        let from = min(max(low + epsilon, 0), Double(limit) - 0.5)
        let to = max(min(high - epsilon, Double(limit)), from + epsilon)
        let start = min(Int(from), limit - count)
        first.append(UInt32(start))
        var shares = (0..<count).map { tap in
            max(0, min(to, Double(start + tap + 1)) - max(from, Double(start + tap)))
        }
        let whole = shares.reduce(0, +)
        if whole > 0 { shares = shares.map { $0 / whole } } else { shares[0] = 1 }
        set(index, shares)
    }

    private mutating func addLinear(_ index: Int, _ middle: Double, _ limit: Int) {
        let place = min(max(middle - 0.5, 0), Double(limit - 1))
        let start = min(Int(place), limit - count)
        first.append(UInt32(start))
        let share = place - Double(start)
        set(index, count == 1 ? [1] : [1 - share, share] + [Double](repeating: 0, count: count - 2))
    }

    /// Rounds, so that the weights make 256 together: what is over or short goes to the largest.
    private mutating func set(_ index: Int, _ shares: [Double]) {
        var left = 256
        var largest = 0
        for tap in 0..<count {
            let weight = Int((shares[tap] * 256).rounded())
            weights[index * count + tap] = UInt16(weight)
            left -= weight
            if shares[tap] > shares[largest] { largest = tap }
        }
        weights[index * count + largest] = UInt16(Int(weights[index * count + largest]) + left)
    }
}
