import Testing

@testable import ClassicPhotosApp

@Suite struct WindowSidesTests {
    @Test(arguments: [
        (Int.min, 1), (-2_147_483_648, 1), (-1, 1), (0, 1), (1, 1), (480, 480), (16_383, 16_383), (16_384, 16_383),
        (2_147_483_647, 16_383), (Int.max, 16_383),
    ])
    func `A window has a side that a display can show, whatever the settings say`(side: Int, held: Int) {
        #expect(WindowSides.held(side) == held)
    }
}
