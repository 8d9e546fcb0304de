import Foundation
import PhotoCore
import Testing

@Suite("Filters of single photos")
@MainActor
struct PhotoChoicesTests {
    private let one = URL(fileURLWithPath: "/1.jpg")
    private let other = URL(fileURLWithPath: "/2.jpg")

    @Test func `A photo keeps what was chosen for it, and the others know nothing of it`() {
        let choices = PhotoChoices()
        choices[one] = FilterChoice(.mono, amount: 0.3)
        #expect(choices[one] == FilterChoice(.mono, amount: 0.3))
        #expect(choices[other] == nil)
        #expect(!choices.isEmpty)
    }

    @Test func `A change is announced once, and the same choice again is not`() {
        let choices = PhotoChoices()
        var told: [URL?] = []
        choices.changed = { told.append($0) }
        choices[one] = FilterChoice(.mono)
        choices[one] = FilterChoice(.mono)
        choices[one] = nil
        choices[one] = nil
        #expect(told == [one, one])
        choices.forgetAll()
        #expect(told.count == 2)
        choices[other] = FilterChoice(.blur)
        choices.forgetAll()
        #expect(told.count == 4 && told.last == .some(nil))
        #expect(choices.isEmpty)
    }

    @Test func `All can be put back after they were forgotten`() {
        let choices = PhotoChoices()
        choices[one] = FilterChoice(.fade)
        let all = choices.all
        choices.forgetAll()
        choices.all = all
        #expect(choices[one] == FilterChoice(.fade))
    }
}
