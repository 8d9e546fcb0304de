import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite struct FindingTextTests {
    @Test func `How many are selected is said with how many there are`() {
        #expect(FindingText.spoken(60, selected: 0) == "60 photos")
        #expect(FindingText.spoken(60, selected: 3) == "3 of 60 selected")
        #expect(FindingText.spoken(1_000_000, selected: 1_000) == "1,000 of 1,000,000 selected")
    }
}
