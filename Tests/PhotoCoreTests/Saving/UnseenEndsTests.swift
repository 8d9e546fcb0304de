import Testing

@testable import PhotoCore

@Suite("What ends in a window that nobody looks at")
struct UnseenEndsTests {
    @Test func `is said by the desktop until the person looks`() {
        var ends = UnseenEnds()
        #expect(ends.ended(1, isSeen: false) == true)
        #expect(!ends.isSaid(1))
        #expect(ends.rested(1, isSeen: false) == true)
        #expect(ends.isSaid(1))
        #expect(ends.seen() == [1])
        #expect(!ends.isSaid(1))
        #expect(ends.seen() == [])
    }

    @Test func `is not said where the window is looked at`() {
        var ends = UnseenEnds()
        #expect(ends.ended(1, isSeen: true) == false)
        #expect(ends.rested(1, isSeen: false) == false)
        #expect(ends.seen() == [])
    }

    @Test func `is not said if the desktop gives the focus back in a moment, as after a dialog`() {
        var ends = UnseenEnds()
        #expect(ends.ended(1, isSeen: false) == true)
        #expect(ends.rested(1, isSeen: true) == false)
        #expect(ends.ended(2, isSeen: false) == true)
        // Looked at and left again within that moment.
        #expect(ends.seen() == [])
        #expect(ends.rested(2, isSeen: false) == false)
    }

    @Test func `is said each by itself, and once`() {
        var ends = UnseenEnds()
        for number in 1...3 { #expect(ends.ended(number, isSeen: false) == true) }
        #expect(ends.rested(1, isSeen: false) == true)
        #expect(ends.rested(3, isSeen: false) == true)
        #expect(ends.rested(3, isSeen: false) == false)
        #expect(ends.seen() == [1, 3])
        #expect(ends.rested(2, isSeen: false) == false)
    }
}
