import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite struct PrivacyTextTests {
    @Test func `What was removed is said with its size`() {
        #expect(PrivacyText.cleared(12_400_000) == "Cache cleared: 12.4 MB freed")
        #expect(PrivacyText.cleared(250_000) == "Cache cleared: 250 kB freed")
        #expect(PrivacyText.cleared(0) == "The cache is empty")
    }

    @Test func `What was forgotten is said, and what could not be`() {
        #expect(PrivacyText.forgotten(areLeft: false, freed: 0) == "Passwords forgotten")
        #expect(PrivacyText.forgotten(areLeft: false, freed: 1_500_000) == "Passwords forgotten: 1.5 MB freed")
        #expect(PrivacyText.forgotten(areLeft: true, freed: 0) == "Passwords remain in the locked keyring")
    }

    @Test func `A server is named with its port if that is unusual, and can imitate nothing`() {
        #expect(PrivacyText.server(WebServer(host: "example.org", port: 443)) == "example.org")
        #expect(PrivacyText.server(WebServer(host: "example.org", port: 8080)) == "example.org:8080")
        #expect(PrivacyText.server(WebServer(host: "[::1]", port: 80)) == "[::1]")
        #expect(PrivacyText.server(WebServer(host: "a\n\u{202E}b", port: 80)) == "a b")
    }

    @Test func `One server is named in the question`() {
        #expect(PrivacyText.forgetting(["example.org"]).hasPrefix("The name and the password for example.org will be"))
        #expect(PrivacyText.forgetting(["a", "b"]).hasPrefix("The names and passwords for these servers will be"))
    }
}
