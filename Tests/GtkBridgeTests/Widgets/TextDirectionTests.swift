import Testing

@testable import GtkBridge

@Suite struct TextDirectionTests {
    @Test(arguments: ["Sunset", "42 photos", "Шарик", "日本", "a שלום"])
    func `Text is written the way of its first letter`(_ text: String) {
        #expect(TextDirection(of: text) == .leftToRight)
    }

    @Test(arguments: ["שלום", "42 שלום abc", "مرحبا", "\u{200E}مرحبا"])
    func `Digits and marks before a letter of a script that is written leftwards do not count`(_ text: String) {
        #expect(TextDirection(of: text) == .rightToLeft)
    }

    @Test(arguments: ["", "42", "—", "\u{200F}"])
    func `Text without a letter has no direction`(_ text: String) {
        #expect(TextDirection(of: text) == nil)
    }

    @Test func `A date and a time keep their order in a line from right to left`() {
        #expect(TextDirection.kept("2014-04-17 14:34:05", inRightToLeft: true) == "\u{2066}2014-04-17 14:34:05\u{2069}")
    }

    @Test(arguments: ["", "42", "Canon 5D", "17 أبريل 2014", "— —"])
    func `Other texts are left as they are`(_ text: String) {
        #expect(TextDirection.kept(text, inRightToLeft: true) == text)
        #expect(TextDirection.kept("2014-04-17 14:34:05", inRightToLeft: false) == "2014-04-17 14:34:05")
    }
}
