/// Where keys lead in a timeline.
package struct TimelineKeys: Sendable {
    /// A movement of the keyboard.
    package enum Move: Sendable, CaseIterable { case left, right, up, down, pageUp, pageDown, first, last }

    /// The x that movements up and down keep to, in points; nil for that of the row.
    private var goal: Double?

    /// The keys of a timeline in which nothing has moved.
    package init() {}

    /// Forgets the column of earlier movements.
    package mutating func reset() { goal = nil }

    /// The row to which a movement leads from `row`, `page` points being on screen. The same row at the ends.
    package mutating func target(of move: Move, from row: Int, page: Double, in geometry: TimelineGeometry) -> Int {
        let count = geometry.rowCount
        guard count > 0 else { return 0 }
        let row = max(0, min(row, count - 1))
        let right = geometry.style.isRightToLeft ? -1 : 1
        switch move {
        case .left: return step(row, -right, count)
        case .right: return step(row, right, count)
        case .first: return step(0, 0, count)
        case .last: return step(count - 1, 0, count)
        case .up, .down: return vertical(row, geometry.line(ofRow: row, by: move == .up ? -1 : 1), geometry)
        case .pageUp, .pageDown:
            let frame = geometry.frame(of: row)
            let distance = page.isFinite ? max(0, page) : 0
            let y = move == .pageUp ? max(0, frame.y - distance) : min(geometry.length, frame.y + distance)
            var line = geometry.line(ofRow: geometry.row(at: y))
            // At least one line, even where the screen is lower.
            if line.contains(row), let next = geometry.line(ofRow: row, by: move == .pageUp ? -1 : 1) { line = next }
            return vertical(row, line, geometry)
        }
    }

    private mutating func step(_ row: Int, _ step: Int, _ count: Int) -> Int {
        goal = nil
        return max(0, min(row + step, count - 1))
    }

    private mutating func vertical(_ row: Int, _ line: Range<Int>?, _ geometry: TimelineGeometry) -> Int {
        let frame = geometry.frame(of: row)
        let x = goal ?? frame.x + frame.width / 2
        goal = x
        return line.flatMap { geometry.row(of: $0, nearestToX: x) } ?? row
    }
}
