import Testing

@testable import ClassicPhotosApp

@Suite("What is said of addresses that cannot be opened")
struct RefusalTextTests {
    private func text(_ addresses: String...) -> String { RefusalText.of(addresses.map { ($0, "Why.") }) }

    @Test func `An address and the reason are said, and of an empty one the reason alone`() {
        #expect(text("mailto:ann@example.org") == "mailto:ann@example.org\n\nWhy.")
        #expect(text("") == "Why.")
        #expect(text("", "tel:1") == "Why.\n\ntel:1\n\nWhy.")
    }

    @Test func `Neither a password nor a second line is said`() {
        #expect(text("ldap://me:sesame@example.org/") == "ldap://me@example.org/\n\nWhy.")
        #expect(text("x:a\nb\u{202E}c") == "x:a bc\n\nWhy.")
    }

    @Test func `Of many, the first are said, and the number of others`() {
        #expect(text("a:1", "a:2", "a:3") == "a:1\n\nWhy.\n\na:2\n\nWhy.\n\na:3\n\nWhy.")
        let many = RefusalText.of((1...1_237).map { ("a:\($0)", "Why.") })
        #expect(many == "a:1\n\nWhy.\n\na:2\n\nWhy.\n\na:3\n\nWhy.\n\nAnd 1,234 more.")
    }
}
