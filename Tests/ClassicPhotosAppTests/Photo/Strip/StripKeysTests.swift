import Testing

@testable import ClassicPhotosApp

@Suite("The keys of pictures in a line")
struct StripKeysTests {
    @Test(arguments: [("Left", 3, 5), ("KP_Right", 5, 3), ("Home", 0, 0), ("KP_End", 8, 8)])
    func `Arrows lead where they point, the others to the ends`(name: String, next: Int, fromRightToLeft: Int) {
        #expect(StripKeys.target(of: name, from: 4, of: 9, isRightToLeft: false) == next)
        #expect(StripKeys.target(of: name, from: 4, of: 9, isRightToLeft: true) == fromRightToLeft)
    }

    @Test func `Other keys lead nowhere`() {
        for name in ["", "a", "Up", "Page_Down", "Return"] {
            #expect(StripKeys.target(of: name, from: 4, of: 9, isRightToLeft: false) == nil)
        }
    }
}
