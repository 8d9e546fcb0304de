import Testing

@testable import PhotoCore

@Suite("The scrubber and the keys of a timeline")
struct TimelineScaleTests {
    private let geometry = TimelineGeometry(
        TimelineStub.filled((0..<60).map { 30 + $0 * 7 % 50 }), style: TimelineStub.style())

    @Test func `Points of the track and scroll positions lead to each other`() {
        let scale = TimelineScale(length: 400_000_000, page: 800, height: 700)
        for y in stride(from: 0.0, through: 700, by: 3.5) {
            #expect(abs(scale.y(of: scale.position(at: y)) - y) < 0.0001)
            // The place under the pointer comes to the pointer's height on the screen.
            #expect(abs(scale.place(at: y) - scale.position(at: y) - y / 700 * 800) < 0.01)
        }
        #expect(scale.position(at: 900) == 400_000_000 - 800)
        #expect(scale.position(at: -1) == 0)
    }

    @Test(arguments: [100.0, 300, 700, 3000])
    func `Labels do not overlap, stay on the track, and name years before months`(_ height: Double) {
        let scale = TimelineScale(length: geometry.length, page: 800, height: height)
        let labels = scale.labels(of: geometry, labelHeight: 18)
        #expect(labels.first?.month?.year == 2020)
        for (label, next) in zip(labels, labels.dropFirst()) { #expect(next.y - label.y >= 18) }
        #expect(labels.allSatisfy { $0.y >= 9 && $0.y <= height - 9 })
        if height >= 300 {
            #expect(labels.filter(\.isYear).compactMap(\.month?.year) == [2020, 2019, 2018, 2017, 2016])
        }
        if height == 3000 { #expect(labels.count == 60) }
    }

    @Test func `A year whose first month turns out to be empty is named at the next`() {
        var sections = TimelineStub.filled((0..<36).map { 30 + $0 })
        sections.fill(12, with: .init(days: [], ratios: []))
        let geometry = TimelineGeometry(sections, style: TimelineStub.style())
        let labels = TimelineScale(length: geometry.length, page: 800, height: 700)
            .labels(of: geometry, labelHeight: 18)
        #expect(
            labels.filter(\.isYear).map(\.month) == [
                TimelineStub.month(0), TimelineStub.month(13), TimelineStub.month(24),
            ])
    }

    @Test func `The date at a point is that of the photos there`() {
        let scale = TimelineScale(length: geometry.length, page: 800, height: 700)
        var last: TimelineMonth?
        for y in stride(from: 0.0, through: 700, by: 1) {
            let date = scale.date(at: y, of: geometry)
            #expect(date?.day?.month == date?.month)
            if let last, let month = date?.month { #expect(month <= last) }
            last = date?.month
        }
        #expect(last == TimelineStub.month(59))
        #expect(scale.date(at: 5, of: TimelineGeometry(style: TimelineStub.style())) == nil)
    }

    @Test(arguments: [false, true])
    func `Arrows lead through all rows, as they lie`(_ isRightToLeft: Bool) {
        let geometry = TimelineGeometry(
            TimelineStub.filled([40, 1, 90]), style: TimelineStub.style(isRightToLeft: isRightToLeft))
        var keys = TimelineKeys()
        var row = 0
        for _ in 1..<131 {
            let next = keys.target(of: isRightToLeft ? .left : .right, from: row, page: 600, in: geometry)
            #expect(next == row + 1)
            row = next
        }
        #expect(keys.target(of: isRightToLeft ? .left : .right, from: row, page: 600, in: geometry) == 130)
        #expect(keys.target(of: .first, from: row, page: 600, in: geometry) == 0)
        #expect(keys.target(of: .last, from: 0, page: 600, in: geometry) == 130)
    }

    @Test func `Up and down keep to the column across lines of other widths`() {
        var keys = TimelineKeys()
        let start = geometry.line(ofRow: 300).lowerBound + 1
        var row = start
        for _ in 0..<10 { row = keys.target(of: .down, from: row, page: 600, in: geometry) }
        for _ in 0..<10 { row = keys.target(of: .up, from: row, page: 600, in: geometry) }
        #expect(geometry.line(ofRow: row) == geometry.line(ofRow: start))
        #expect(row == start)
    }

    @Test func `A page down is a screen, and reaches the end`() {
        var keys = TimelineKeys()
        var (row, steps) = (0, 0)
        while steps < 10_000 {
            let next = keys.target(of: .pageDown, from: row, page: 600, in: geometry)
            if next == row { break }
            #expect(next > row)
            #expect(geometry.frame(of: next).y - geometry.frame(of: row).y <= 600 + 240 + 100)
            (row, steps) = (next, steps + 1)
        }
        #expect(geometry.line(ofRow: row).upperBound == geometry.rowCount)
    }
}
