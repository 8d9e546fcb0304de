import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite struct ListLayoutTests {
    @Test(arguments: [(0, 0), (-1, 0), (360, 0), (800, 0), (801, 0), (802, 1), (1900, 550), (1e300, 16_383)])
    func `Rows become no wider than their texts need`(width: Double, margin: Int) {
        #expect(ListLayout.margin(forWidth: width) == margin)
    }
}
