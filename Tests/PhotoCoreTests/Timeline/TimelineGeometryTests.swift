import Testing

@testable import PhotoCore

@Suite("Where the photos of a timeline are")
struct TimelineGeometryTests {
    private static let styles = [100.0, 360, 720, 1920].flatMap { width in
        [false, true].flatMap { isSquare in
            [false, true].map { TimelineStub.style(width, isSquare: isSquare, isRightToLeft: $0) }
        }
    }

    /// Filled, unfilled, and both.
    private static let timelines: [TimelineSections] = {
        var mixed = TimelineSections(TimelineStub.months([40, 1, 300, 7]))
        let (days, ratios) = TimelineStub.photos(300, seed: 9)
        mixed.fill(2, with: .init(days: days, ratios: ratios))
        return [
            TimelineStub.filled([40, 1, 300, 7]), TimelineSections(TimelineStub.months([40, 1, 300, 7])), mixed,
            TimelineStub.filled([1]),
        ]
    }()

    @Test(arguments: styles)
    func `Photos lie within the lines' width, in their order, and do not overlap`(_ style: TimelineStyle) {
        for sections in Self.timelines {
            let geometry = TimelineGeometry(sections, style: style)
            let left = style.isRightToLeft ? style.trailing : style.leading
            var last: TimelineFrame?
            for row in 0..<geometry.rowCount {
                let frame = geometry.frame(of: row)
                #expect(frame.x >= left && frame.x + frame.width <= left + style.lineWidth + 0.001)
                #expect(frame.width >= 1 && frame.height >= 1 && frame.height <= style.mostHeight)
                #expect(frame.x == frame.x.rounded() && frame.y == frame.y.rounded())
                if let last, frame.y == last.y {
                    let gap = style.isRightToLeft ? last.x - frame.x - frame.width : frame.x - last.x - last.width
                    #expect(abs(gap - style.gap) <= 1)
                } else if let last {
                    #expect(frame.y >= last.bottom)
                    #expect(
                        style.isRightToLeft ? frame.x + frame.width == style.width - style.leading : frame.x == left)
                }
                last = frame
            }
            #expect(geometry.length >= last?.bottom ?? 0)
        }
    }

    @Test(arguments: [360.0, 720, 1920])
    func `Lines reach from edge to edge near the wanted height, but the last one of a day`(_ width: Double) {
        let style = TimelineStub.style(width, line: 120)
        let sections = TimelineStub.filled([500])
        let geometry = TimelineGeometry(sections, style: style)
        var row = 0
        while row < geometry.rowCount {
            let line = geometry.line(ofRow: row)
            let (first, last) = (geometry.frame(of: line.lowerBound), geometry.frame(of: line.upperBound - 1))
            let next = geometry.sections.day(ofRow: line.upperBound)
            if next == geometry.sections.day(ofRow: row), first.height < style.mostHeight {
                #expect(abs(last.x + last.width - style.leading - style.lineWidth) <= 1)
                #expect(first.height > 60 && first.height <= 180)
            } else {
                #expect(first.height <= 180)
            }
            row = line.upperBound
        }
    }

    @Test(arguments: styles)
    func `The rows between two positions are those whose photos are there`(_ style: TimelineStyle) {
        for sections in Self.timelines {
            let geometry = TimelineGeometry(sections, style: style)
            let frames = (0..<geometry.rowCount).map { geometry.frame(of: $0) }
            for top in stride(from: -100, to: geometry.length + 100, by: 37) {
                let bottom = top + 400
                let rows = geometry.rows(from: top, to: bottom)
                let wanted = frames.indices.filter { frames[$0].bottom > top && frames[$0].y < bottom }
                #expect(Array(rows) == wanted)
            }
        }
    }

    @Test(arguments: styles)
    func `A point leads to the photo that is there`(_ style: TimelineStyle) {
        for sections in Self.timelines {
            let geometry = TimelineGeometry(sections, style: style)
            for row in 0..<geometry.rowCount {
                let frame = geometry.frame(of: row)
                #expect(geometry.row(atX: frame.x + frame.width / 2, y: frame.y + frame.height / 2) == row)
                #expect(geometry.row(at: frame.y) == geometry.line(ofRow: row).lowerBound)
            }
            #expect(geometry.row(atX: style.leading + 1, y: 1) == nil)
        }
    }

    @Test(arguments: styles)
    func `Each month and each day has a heading above its photos`(_ style: TimelineStyle) {
        let geometry = TimelineGeometry(TimelineStub.filled([40, 1, 300]), style: style)
        let headings = geometry.headings(from: 0, to: geometry.length)
        #expect(headings.filter { $0.day == nil }.map(\.month) == (0..<3).map { TimelineStub.month($0) })
        for heading in headings {
            let frame = geometry.frame(of: heading.row)
            #expect(frame.y >= heading.frame.bottom)
            if let day = heading.day { #expect(geometry.sections.day(ofRow: heading.row) == day) }
        }
        #expect(geometry.position(revealing: 0) == 0)
        #expect(geometry.position(revealing: 40) == geometry.extent(of: 1).lowerBound)
        let middle = geometry.headings(from: 500, to: 1100)
        #expect(middle == headings.filter { $0.frame.y < 1100 && $0.frame.bottom > 500 })
    }

    @Test func `What the eye is on stays while estimates are corrected`() {
        let counts = [9000, 20_000, 3000, 40_000, 500]
        var geometry = TimelineGeometry(TimelineSections(TimelineStub.months(counts)), style: TimelineStub.style())
        for position in stride(from: 0, to: geometry.length, by: geometry.length / 7) {
            for number in [1, 0, 3] {
                let anchor = geometry.anchor(at: position)
                let (days, ratios) = TimelineStub.photos(counts[number], seed: number)
                geometry.fill(number, with: .init(days: days, ratios: ratios))
                let moved = geometry.position(of: anchor)
                #expect(abs(geometry.frame(of: anchor.row).y + anchor.offset - moved) < 0.001 || moved == 0)
            }
        }
    }

    @Test func `Months are laid out exactly as they come near, and the eye's row stays at another width`() {
        let counts = [9000, 20_000, 3000, 40_000, 500]
        let sections = TimelineStub.filled(counts)
        var geometry = TimelineGeometry(sections, style: TimelineStub.style())
        #expect(!geometry.isExact(0))
        geometry.settle(row: 30_000)
        let anchor = geometry.anchor(at: geometry.frame(of: 30_000).y + 20)
        var other = TimelineGeometry(sections, style: TimelineStub.style(500))
        other.settle(row: anchor.row)
        let position = other.position(of: anchor)
        let isChanged = other.settle(from: position, to: position + 800)
        #expect(!isChanged || other.isExact(2))
        #expect(other.line(ofRow: other.row(at: other.position(of: anchor))).contains(anchor.row))
        #expect(other.isExact(2) && !other.isExact(3))
        let isChangedAgain = other.settle(from: .nan, to: .nan)
        #expect(!isChangedAgain)
    }

    @Test func `An estimate is near to what it estimates`() {
        for style in [TimelineStub.style(), TimelineStub.style(1920), TimelineStub.style(isSquare: true)] {
            let sections = TimelineStub.filled([30_000, 5000])
            var geometry = TimelineGeometry(sections, style: style)
            let estimated = geometry.length
            geometry.settle(row: 0)
            geometry.settle(row: 30_001)
            #expect(abs(geometry.length / estimated - 1) < 0.15)
        }
    }

    @Test(arguments: [-.infinity, -1, 0, 0.5, 1, 47, 1e9, .infinity, .nan] as [Double])
    func `No width, height or position traps`(_ length: Double) {
        for isSquare in [false, true] {
            let style = TimelineStyle(
                width: length, lineHeight: length, gap: length, leading: length, trailing: length,
                monthHeading: length, dayHeading: length, dayEnd: length, isSquare: isSquare)
            for sections in Self.timelines + [TimelineSections()] {
                var geometry = TimelineGeometry(sections, style: style)
                geometry.settle(from: length, to: length + 1)
                geometry.settle(row: .max)
                geometry.fill(99, with: .init(days: [1], ratios: [.square]))
                let row = geometry.row(at: length)
                #expect(row >= 0 && row <= max(0, geometry.rowCount - 1))
                let rows = geometry.rows(from: length, to: length + 900)
                #expect(rows.upperBound <= geometry.rowCount)
                _ = geometry.headings(from: length, to: length + 900)
                _ = geometry.row(atX: length, y: length)
                for row in [Int.min, -1, 0, Int.max] {
                    let frame = geometry.frame(of: row)
                    #expect(frame.y.isFinite && frame.x.isFinite)
                    _ = geometry.line(ofRow: row)
                    #expect(geometry.position(of: .init(row: row, offset: 0)).isFinite)
                }
                let scale = TimelineScale(length: geometry.length, page: length, height: length)
                #expect(scale.position(at: length).isFinite && scale.y(of: length).isFinite)
                _ = scale.labels(of: geometry, labelHeight: 18)
                _ = scale.date(at: length, of: geometry)
                var keys = TimelineKeys()
                for move in TimelineKeys.Move.allCases {
                    let target = keys.target(of: move, from: .max, page: length, in: geometry)
                    #expect(target >= 0 && target <= max(0, geometry.rowCount - 1))
                }
            }
        }
    }
}
