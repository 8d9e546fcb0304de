import TestSupport
import Testing

@testable import PhotoCore

@Suite struct RowShiftsTests {
    /// Where the rows of `before` are found in `after`, which begins at row `start`.
    private func places(_ before: [Int], _ after: [Int], start: Int = 0) -> [Int?] {
        var shifts = RowShifts(change: after.count - before.count)
        return before.indices.map { row in
            shifts.place(of: start + row, in: start..<start + after.count) { after[$0 - start] == before[row] }
        }
    }

    @Test func `Rows between which others come are found, wherever those come`() {
        #expect(places([1, 2, 3], [1, 2, 3]) == [0, 1, 2])
        #expect(places([1, 2, 3], [9, 1, 2, 3]) == [1, 2, 3])
        #expect(places([1, 2, 3], [1, 2, 3, 9]) == [0, 1, 2])
        #expect(places([1, 2, 3], [8, 1, 8, 2, 8, 3, 8]) == [1, 3, 5])
        #expect(places([1, 2, 3], [1, 2, 3], start: 500) == [500, 501, 502])
    }

    @Test func `Rows that have gone are not found, and those around them are`() {
        #expect(places([1, 2, 3], [1, 3]) == [0, nil, 1])
        #expect(places([1, 2, 3], []) == [nil, nil, nil])
        #expect(places([1, 2, 3, 4], [9, 1, 3, 9]) == [1, nil, 2, nil])
    }

    @Test func `Whatever comes and goes, each row is found at its own place`() async {
        var generator = SeededGenerator(seed: 11)
        for await _ in Rounds(2000) {
            let before = Array(0..<Int.random(in: 1...40, using: &generator))
            // Fewer go than the slack allows.
            let gone = Set((0..<5).map { _ in Int.random(in: 0..<80, using: &generator) })
            var after: [Int] = []
            for row in before where !gone.contains(row) {
                after += Array(repeating: 1000 + row, count: Int.random(in: 0...3, using: &generator)) + [row]
            }
            #expect(places(before, after) == before.map { after.firstIndex(of: $0) })
        }
    }

    @Test func `When all rows have gone, few places are looked at, and a row that stayed is still found`() {
        var (shifts, asked) = (RowShifts(change: 5000), 0)
        for row in 0..<10_000 {
            let place = shifts.place(of: row, in: 0..<15_000) {
                asked += 1
                return row == 9_999 && $0 == 14_999
            }
            #expect(place == (row == 9_999 ? 14_999 : nil))
        }
        #expect(asked <= 20_000 + 3 * 10_000)
    }

    @Test func `A row that is nowhere is given up, however much the list has changed`() {
        for change in [Int.min / 4, -70_000, 0, 70_000, Int.max / 4] {
            var (shifts, asked) = (RowShifts(change: change), 0)
            let place = shifts.place(of: 10, in: -1_000_000..<1_000_000) { _ in
                asked += 1
                return false
            }
            #expect(place == nil && asked <= 4100)
        }
    }
}
