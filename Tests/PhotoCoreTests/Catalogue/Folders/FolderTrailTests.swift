import Testing

@testable import PhotoCore

@Suite("The way back through folders")
struct FolderTrailTests {
    @Test func `Each folder leads back to the list in which it was, at its place`() {
        var trail = FolderTrail<String, Int>()
        trail.shows("top")
        #expect(!trail.leadsBack && trail.goesBack() == nil)
        trail.enters("a", from: "top", at: 7)
        #expect(!trail.leadsBack)
        trail.shows("a")
        trail.enters("b", from: "a", at: nil)
        trail.shows("b")
        let first = trail.goesBack()
        #expect(first?.source == "a" && first?.place == nil)
        trail.shows("a")
        let second = trail.goesBack()
        #expect(second?.source == "top" && second?.place == 7)
        trail.shows("top")
        #expect(!trail.leadsBack)
    }

    @Test func `A folder that does not open changes nothing`() {
        var trail = FolderTrail<String, Int>()
        trail.shows("top")
        trail.enters("a", from: "top", at: 1)
        trail.shows("a")
        trail.enters("locked", from: "a", at: 2)
        trail.enters("b", from: "a", at: 3)
        trail.shows("b")
        #expect(trail.goesBack()?.place == 3)
        // It could not be read: the person tries again.
        #expect(trail.goesBack()?.place == 3)
    }

    @Test func `What is opened in another way leads nowhere back, and the same again does`() {
        var trail = FolderTrail<String, Int>()
        trail.shows("top")
        trail.enters("a", from: "top", at: 1)
        trail.shows("a")
        trail.shows("a")
        #expect(trail.leadsBack)
        trail.shows("other")
        #expect(!trail.leadsBack)
    }

    @Test func `It is not endless`() {
        var trail = FolderTrail<String, Int>()
        for number in 0..<1000 {
            trail.enters("\(number + 1)", from: "\(number)", at: number)
            trail.shows("\(number + 1)")
        }
        var steps = 0
        while let step = trail.goesBack() {
            trail.shows(step.source)
            steps += 1
        }
        #expect(steps == 100)
    }
}
