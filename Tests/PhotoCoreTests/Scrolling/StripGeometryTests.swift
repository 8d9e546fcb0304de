import Testing

@testable import PhotoCore

@Suite("Where the photos of a strip are")
struct StripGeometryTests {
    private func strip(_ count: Int, width: Double = 480, isRightToLeft: Bool = false) -> StripGeometry {
        StripGeometry(pitch: 64, count: count, width: width, isRightToLeft: isRightToLeft)
    }

    @Test func `Photos lie side by side from the reader's side on`() {
        #expect((0..<3).map { strip(3).x(of: $0) } == [0, 64, 128])
        #expect((0..<3).map { strip(3, isRightToLeft: true).x(of: $0) } == [128, 64, 0])
    }

    @Test func `A photo comes into the middle, as far as the ends allow`() {
        #expect(strip(100).position(centering: 50) == 50 * 64 + 32 - 240)
        #expect(strip(100).position(centering: 0) == 0)
        #expect(strip(100).position(centering: 99) == 100 * 64 - 480)
        #expect(strip(100, isRightToLeft: true).position(centering: 0) == 100 * 64 - 480)
        #expect(strip(3).position(centering: 2) == 0)
    }

    @Test func `The rows on screen are those that are at least partly visible`() {
        #expect(strip(100).rows(at: 0) == 0..<8)
        #expect(strip(100).rows(at: 63) == 0..<9)
        #expect(strip(100).rows(at: 64) == 1..<9)
        #expect(strip(100).rows(at: 640, margin: 2) == 8..<20)
        #expect(strip(3).rows(at: 0, margin: 2) == 0..<3)
        #expect(strip(100, isRightToLeft: true).rows(at: 100 * 64 - 480) == 0..<8)
        #expect(strip(0).rows(at: 0).isEmpty)
    }

    @Test(arguments: [false, true])
    func `Of a million photos the one in the middle is on screen, and only a screenful with it`(_ isRightToLeft: Bool) {
        let strip = strip(1_000_000, isRightToLeft: isRightToLeft)
        for row in [0, 1, 499_999, 999_998, 999_999] {
            let rows = strip.rows(at: strip.position(centering: row), margin: 1)
            #expect(rows.contains(row))
            #expect(rows.count <= 11)
            // A place that single precision represents exactly.
            #expect(Int(Float(strip.x(of: row))) == strip.x(of: row))
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, 3, Int.max])
    func `No number from a list or a widget traps`(_ number: Int) {
        for width in [-1, 0, 480, Double(Int32.max), .infinity, .nan] {
            let strip = StripGeometry(pitch: number, count: number, width: width, isRightToLeft: number % 2 == 0)
            #expect(strip.length >= 0 && strip.length <= StripGeometry.mostPoints)
            #expect(strip.x(of: number) >= 0)
            for position in [strip.position(centering: number), -.infinity, .nan, 1e300, -1e300] {
                let rows = strip.rows(at: position, margin: min(number, 1000))
                #expect(rows.lowerBound >= 0 && rows.upperBound <= strip.count)
            }
        }
    }
}
