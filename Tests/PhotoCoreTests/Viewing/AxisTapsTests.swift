import TestSupport
import Testing

@testable import PhotoCore

@Suite struct AxisTapsTests {
    /// Expects that every pixel consists of 256 shares of the source's pixels, none of them negative.
    private func expectWhole(_ taps: AxisTaps, length: Int, limit: Int, _ what: @autoclosure () -> String) {
        guard taps.first.count == length, taps.weights.count == length * taps.count, taps.count <= limit,
            taps.count <= AxisTaps.mostTaps
        else {
            Issue.record("\(what()): \(taps.count) taps, \(taps.first.count) firsts, \(taps.weights.count) weights")
            return
        }
        for index in 0..<length {
            let weights = taps.weights[(index * taps.count)..<((index + 1) * taps.count)]
            guard weights.reduce(0, { $0 + Int($1) }) == 256, Int(taps.first[index]) + taps.count <= limit else {
                Issue.record("\(what()), pixel \(index): from \(taps.first[index]), \(Array(weights))")
                return
            }
        }
    }

    private static let steps: [Double] = {
        var steps: [Double] = [26.75, 72.8, 100.1, 65_535, 1e9, 1e18, 1e300]
        for index in 0...80 { steps.append(Double(index) / 64) }
        for index in 5...280 { steps.append(Double(index) / 4) }
        for bit in 6...20 {
            let power = Double(1 << bit)
            steps += [power - 0.5, power, power + 0.3]
        }
        return steps
    }()

    @Test(arguments: [1, 2, 3, 5, 27, 40, 100, 255, 256, 257, 4000, 65_535, 2_147_483_647])
    func `Weights make a whole and stay within the source`(limit: Int) {
        for step in Self.steps {
            for filter in [AxisTaps.Filter.area, .linear] {
                let end = Double(limit)
                let starts: [Double] = [0, -1, 0.3, -step / 3, end / 2, end - step * 11, end + 1]
                for start in starts {
                    for sign in [1.0, -1] {
                        let from = sign > 0 ? start : Double(limit) - start
                        expectWhole(
                            AxisTaps(length: 24, start: from, step: sign * step, limit: limit, filter: filter),
                            length: 24,
                            limit: limit, "\(filter), step \(sign * step) from \(from) of \(limit)")
                    }
                }
            }
        }
    }

    @Test func `Every step from 1/64 to 65,536 makes a whole`() {
        // In steps of 1/64 up to 64, then each a percent more than the last, and every power of two.
        var steps = (1...4096).map { Double($0) / 64 } + (0...16).map { Double(1 << $0) }
        var larger = 64.0
        while larger < 65_536 {
            larger *= 1.01
            steps.append(min(larger, 65_536))
        }
        for step in steps {
            expectWhole(
                AxisTaps(length: 2, start: step / 3, step: step, limit: 65_535, filter: .area), length: 2,
                limit: 65_535, "step \(step)")
        }
    }

    @Test func `Weights make a whole at any place with any step`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let limit = Int.random(in: 1...(1 << Int.random(in: 0...20)), using: &random)
            let largest = Double(1 << Int.random(in: 0...20, using: &random))
            let step = Double.random(in: -largest...largest, using: &random)
            let start = Double.random(in: -1.5...1.5, using: &random) * Double(limit)
            let filter = Bool.random(using: &random) ? AxisTaps.Filter.area : .linear
            expectWhole(
                AxisTaps(length: 5, start: start, step: step, limit: limit, filter: filter), length: 5, limit: limit,
                "\(filter), step \(step) from \(start) of \(limit)")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude])
    func `Places and steps that are no numbers make whole weights too`(odd: Double) {
        for filter in [AxisTaps.Filter.area, .linear] {
            for (start, step) in [(odd, 1.0), (0, odd), (odd, odd), (-odd, odd)] {
                expectWhole(
                    AxisTaps(length: 9, start: start, step: step, limit: 7, filter: filter), length: 9, limit: 7,
                    "\(filter), step \(step) from \(start)")
            }
        }
    }

    @Test(arguments: [1.0, 1.5, 2, 3.9, 26.75, 72.8, 200])
    func `Each pixel's share is its area, to a step of rounding`(step: Double) {
        let taps = AxisTaps(length: 20, start: 0.4, step: step, limit: 100_000, filter: .area)
        for index in 0..<20 {
            let low = 0.4 + Double(index) * step
            for tap in 0..<taps.count {
                let pixel = Double(taps.first[index]) + Double(tap)
                let share = max(0, min(low + step, pixel + 1) - max(low, pixel)) / step
                #expect(abs(Double(taps.weights[index * taps.count + tap]) - 256 * share) <= 1.01)
            }
        }
    }

    @Test func `Of more pixels than there are shares the middle counts`() {
        let taps = AxisTaps(length: 3, start: 0, step: 1000, limit: 3000, filter: .area)
        #expect(taps.count == 256)
        #expect(taps.first == [372, 1372, 2372])
        #expect(taps.weights.allSatisfy { $0 == 1 })
    }
}
