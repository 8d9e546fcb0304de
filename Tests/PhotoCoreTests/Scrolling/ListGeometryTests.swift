import Testing

@testable import PhotoCore

@Suite("A list's geometry, whatever its numbers")
struct ListGeometryTests {
    private static let numbers: [Double] = [
        0, -1, 0.5, 76, 1e9, 1e18, -1e18, 9.3e18, -9.3e18, 1e300, -1e300, .infinity, -.infinity, .nan,
    ]
    private static let columns = [Int.min, -1, 0, 1, 3, 7, 1 << 31, .max]

    private func geometry(
        _ rows: Int, from start: Int = 0, columns: Int, position: Double = 0, length: Double
    ) -> ListGeometry {
        ListGeometry(
            order: RowOrder(identity: start + rows), shown: start..<(start + rows), columns: columns,
            position: position, length: length, page: 700, supply: .complete, keyboard: .elsewhere)
    }

    @Test(arguments: [0, 1, 2, 7, 10_000_000, 1 << 31])
    func `The first row on screen is one of the list's`(rows: Int) {
        for columns in Self.columns {
            for position in Self.numbers {
                for length in Self.numbers + [76 * Double(rows)] {
                    let list = geometry(rows, columns: columns, position: position, length: length)
                    if let first = list.firstRow {
                        #expect((0..<rows).contains(first), "\(columns) columns, \(position) of \(length)")
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 2, 7, 10_000_000, 1 << 31])
    func `The first row is the one at the position, and the last one beyond the end`(rows: Int) {
        for columns in [1, 3, 7, 1000] {
            let lines = (rows + columns - 1) / columns
            for line in [0, 1, 2, lines / 2, lines - 2, lines - 1, lines, lines + 1, 2 * lines] where line >= 0 {
                let list = geometry(
                    rows, columns: columns, position: 80 * Double(line), length: 80 * Double(lines))
                #expect(list.firstRow == min(line * columns, rows - 1), "line \(line), \(columns) columns")
            }
        }
    }

    @Test(arguments: [0, 1, 7, 1 << 31])
    func `An entry without a row has no position, and one with a row has a number`(rows: Int) {
        for start in [0, 5, 1 << 31] {
            for columns in Self.columns {
                let list = geometry(rows, from: start, columns: columns, length: 80 * Double(rows))
                for entry in [Int.min, -1, 0, start - 1, start, start + rows - 1, start + rows, .max] {
                    for offset in Self.numbers where offset.isFinite {
                        let position = list.position(of: ListPlace.Spot(entry: entry, offset: offset))
                        #expect((position != nil) == (start..<(start + rows)).contains(entry))
                        #expect(position?.isFinite != false)
                    }
                }
            }
        }
    }

    @Test func `No movement of a faulty device turns the list's direction into anything but up or down`() {
        for one in Self.numbers {
            for other in Self.numbers {
                var travel = Travel()
                travel.moved(to: one)
                travel.moved(to: other)
                let isFar = abs(other - one) >= 1
                if isFar, one.isFinite, abs(one) >= 1 { #expect(travel.direction == (other > one ? .down : .up)) }
            }
        }
    }
}
