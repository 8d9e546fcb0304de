import Testing

@testable import PhotoCore

struct LocalizationTests {
    @Test func `Without a translator a text is English, with its values`() {
        let text: LocalizableText = "Saving \(3) of \(10): “\("Beach")”"
        #expect(text.key == "Saving {0} of {1}: “{2}”")
        #expect(text.english == "Saving 3 of 10: “Beach”")
        #expect(text.values == ["3", "10", "Beach"])
    }

    @Test func `A long text in several literals counts its values through`() {
        let text: LocalizableText = "From \("here") " + "to \("there")" + "."
        #expect(text.key == "From {0} to {1}.")
        #expect(text.english == "From here to there.")
        #expect(("" as LocalizableText).key == "")
    }

    @Test func `A translation has its values in any order, and as often as it likes`() {
        #expect(Localization.fill("{1} 枚中 {0} 枚", with: ["3", "10"]) == "10 枚中 3 枚")
        #expect(Localization.fill("{0}{0}", with: ["a"]) == "aa")
        #expect(Localization.fill("none", with: ["a"]) == "none")
    }

    @Test(arguments: [
        "{", "}", "{}", "{0", "0}", "{1}", "{-1}", "{+0}", "{ 0}", "{00000000000000000000000000000000000009}", "{x}",
        "{9223372036854775807}", "{9223372036854775808}", "{٠}", "{{", "}{",
    ])
    func `A placeholder without a value stays as it is`(pattern: String) {
        #expect(Localization.fill(pattern, with: ["value"]) == pattern)
        #expect(Localization.fill(pattern, with: []) == pattern)
    }

    @Test func `Braces around a placeholder stay, and values are not read again`() {
        #expect(Localization.fill("{{0}}", with: ["a"]) == "{a}")
        #expect(Localization.fill("{0}{1}", with: ["{1}", "{0}"]) == "{1}{0}")
    }

    @Test func `Without a translator one has a form of its own`() {
        let texts = [0, 1, 2, -1].map { localizedCount($0, "\($0) photo", "\($0) photos") }
        #expect(texts == ["0 photos", "1 photo", "2 photos", "-1 photos"])
        #expect([1, 2].map { localizedCount($0, "the photo", "the \($0) photos") } == ["the photo", "the 2 photos"])
        #expect(localized("Menu", context: "key") == "Menu")
        #expect(localizedReason("anything") == "anything")
    }
}
