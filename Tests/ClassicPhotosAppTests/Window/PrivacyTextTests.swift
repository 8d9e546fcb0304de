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
        let some: Set = [WebServer(host: "example.org", port: 80)]
        #expect(PrivacyText.forgotten(ForgottenCredentials(servers: some), freed: 0) == "Passwords forgotten")
        #expect(
            PrivacyText.forgotten(ForgottenCredentials(servers: some), freed: 1_500_000)
                == "Passwords forgotten: 1.5 MB freed")
        #expect(PrivacyText.forgotten(ForgottenCredentials(), freed: 0) == "No passwords were kept")
        #expect(
            PrivacyText.forgotten(ForgottenCredentials(servers: some, areLeft: true), freed: 0)
                == "Passwords remain in the locked keyring")
    }
}
