import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite("The corners of a grid")
struct GridCornersTests {
    @Test(
        "Lines without their first or last cells are incomplete",
        arguments: [
            (0..<9, 3, 100, false), (3..<14, 3, 100, true), (4..<15, 3, 100, true), (5..<5, 3, 100, false),
            // The last line of a grid.
            (93..<100, 3, 100, false), (93..<99, 3, 100, false), (93..<98, 3, 100, true),
            // A list.
            (5..<14, 1, 100, false), (0..<1, 7, 1, false),
        ])
    func lines(numbers: Range<Int>, columns: Int, count: Int, isIncomplete: Bool) {
        #expect(GridCorners.lacksCells(numbers, columns: columns, count: count) == isIncomplete)
    }
}
