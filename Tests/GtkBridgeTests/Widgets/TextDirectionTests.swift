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
}
