import Testing

@testable import GtkBridge

@Suite struct PointsTests {
    private static let places: [(place: Double, points: CInt)] = [
        (0, 0), (-0.9, 0), (41.9, 41), (-41.9, -41), (1e9, 1_000_000_000), (2_147_483_648, 1_000_000_000),
        (1e300, 1_000_000_000), (-1e300, -1_000_000_000), (.infinity, 1_000_000_000), (-.infinity, -1_000_000_000),
        (.nan, 0), (.leastNonzeroMagnitude, 0),
    ]

    @Test(arguments: places)
    func `A place is whole points that C can hold`(place: Double, points: CInt) {
        #expect(CInt(points: place) == points)
    }
}
