import Foundation
import Testing

@testable import PhotoCore

@Suite("Two million photos in a timeline", .serialized)
struct TimelineCostTests {
    /// 310 months, one of them of 70,000 photos: 2,000,184 in all.
    private static let counts: [Int] = {
        var counts = (0..<309).map { 6000 + $0 * 31 % 500 }
        counts.insert(70_000, at: 150)
        counts[309] += 2_000_184 - counts.reduce(0, +)
        return counts
    }()

    private func measure(_ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let taken = (0..<3).map { _ in clock.measure(body) }.min() ?? .zero
        return Double(taken.components.attoseconds) / 1e15 + Double(taken.components.seconds) * 1000
    }

    /// The times are printed, not asserted: a machine may be busy.
    @Test func `All of it is there at once, and costs few bytes a photo`() {
        let months = TimelineStub.months(Self.counts)
        let style = TimelineStub.style(1200, line: 180)
        var empty = TimelineGeometry(style: style)
        let spanned = measure { empty = TimelineGeometry(TimelineSections(months), style: style) }
        #expect(empty.rowCount == 2_000_184)
        #expect(empty.frame(of: 2_000_183).bottom <= empty.length && empty.length > 30_000_000)

        let sections = TimelineStub.filled(Self.counts)
        var geometry = TimelineGeometry(sections, style: style)
        let widened = measure { geometry = TimelineGeometry(sections, style: style) }
        let big = measure {
            geometry = TimelineGeometry(sections, style: style)
            geometry.settle(row: 150 * 6200)
        }
        let all = measure {
            geometry = TimelineGeometry(sections, style: style)
            geometry.settle(from: 0, to: geometry.length * 2)
        }
        #expect((0..<310).allSatisfy(geometry.isExact))
        var found = 0
        let looked = measure {
            for step in 0..<1000 {
                let top = geometry.length * Double(step) / 1000
                found += geometry.rows(from: top, to: top + 900).reduce(0) { $0 + Int(geometry.frame(of: $1).width) }
            }
        }
        let lines = (0..<310).compactMap { geometry.exactLines(of: $0)?.byteCount }.reduce(0, +)
        let bytes = Double(lines + 2 * 2_000_184) / 2_000_184
        #expect(bytes < 8)

        var sum = 0.0
        let ratios = sections.sections.compactMap { $0.content?.ratios }.flatMap { $0 }
        let plain = measure { sum = ratios.reduce(0) { $0 + $1.value } }
        var copy: [TimelineRatio] = []
        let copied = measure { copy = ratios.withUnsafeBufferPointer { Array($0) } }
        #expect(sum > 0 && copy.count == 2_000_184 && found > 0)
        print(
            """
            timeline of 2,000,184 photos in 310 months, ms: spanned from counts \(spanned), known photos at a width \
            \(widened), that and one month of 6,000 \(big), every month exactly \(all), one of 1,000 screens \
            \(looked / 1000); \(bytes) bytes a photo. For comparison: sum of all ratios \(plain), copy \(copied)
            """)
    }

    @Test func `A month of 70,000 and ten thousand months are laid out as exactly as a small one`() {
        let style = TimelineStub.style(1200, line: 180)
        let (days, ratios) = TimelineStub.photos(70_000, seed: 4)
        var geometry = TimelineGeometry(TimelineSections(TimelineStub.months([70_000])), style: style)
        var lines: TimelineLines?
        var sections = TimelineSections(TimelineStub.months([70_000]))
        sections.fill(0, with: .init(days: days, ratios: ratios))
        let taken = measure {
            if let content = sections.sections[0].content { lines = TimelineLines(content, style) }
        }
        geometry.fill(0, with: .init(days: days, ratios: ratios))
        #expect(geometry.length == lines?.height)
        #expect(geometry.rows(from: 0, to: geometry.length) == 0..<70_000)

        let many = TimelineStub.filled([Int](repeating: 30, count: 10_000))
        var long = TimelineGeometry(style: style)
        let made = measure { long = TimelineGeometry(many, style: style) }
        for position in stride(from: 0, to: long.length, by: long.length / 500) {
            let anchor = long.anchor(at: position)
            long.settle(from: position, to: position + 900)
            #expect(
                long.rows(from: long.position(of: anchor), to: long.position(of: anchor) + 900).contains(anchor.row))
        }
        print("timeline, ms: a month of 70,000 laid out \(taken), 10,000 months of 30 at a width \(made)")
    }
}
