import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite struct FindingTextTests {
    @Test func `How many are selected is said with how many there are`() {
        #expect(FindingText.spoken(60, selected: 0) == "60 photos")
        #expect(FindingText.spoken(60, selected: 3) == "3 of 60 selected")
        #expect(FindingText.spoken(1_000_000, selected: 1_000) == "1,000 of 1,000,000 selected")
    }

    @Test func `Photos that are left out are never left out silently`() {
        #expect(FindingText.copied(12, .names) == "12 names copied")
        #expect(FindingText.copied(0, .addresses) == "None of the photos has an address")
        #expect(
            FindingText.adding(leftOut: 3, to: "Done")
                == "Done. 3 photos were left out: they are not read before they are on screen")
        #expect(FindingText.leftOut(1) == "1 photo was left out: it is not read before it is on screen")
        #expect(FindingText.adding(leftOut: 0, to: "Done") == "Done")
    }
}
