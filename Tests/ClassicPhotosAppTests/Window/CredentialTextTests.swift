@testable import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite("What the dialog for names and passwords says")
struct CredentialTextTests {
    private func body(
        _ realm: String = "", _ scheme: ProtectionSpace.Scheme = .basic, port: Int = 8080, encrypted: Bool = false,
        proxy: Bool = false
    ) -> String {
        let space = ProtectionSpace(
            host: "example.org", port: port, realm: realm, scheme: scheme, isEncrypted: encrypted, isProxy: proxy)
        return CredentialText(CredentialQuestion(space: space)).body
    }

    @Test func `Who asks, and for what`() {
        #expect(body("Photos", encrypted: true) == "example.org:8080 requires a name and a password for “Photos”.")
        #expect(body(port: 443, encrypted: true) == "example.org requires a name and a password.")
        #expect(body(proxy: true).hasPrefix("The proxy example.org:8080 requires"))
    }

    @Test func `A password that can be read on its way is not sent without a word of it`() {
        #expect(body().contains("not encrypted: others may be able to read the password"))
        #expect(body("", .digest).contains("not encrypted"))
        #expect(!body(encrypted: true).contains("not encrypted"))
    }

    @Test func `A gallery asks for a name and a password`() {
        #expect(
            body("Piwigo", .session, encrypted: true)
                == "example.org:8080 requires a name and a password for “Piwigo”.")
        #expect(body("Piwigo", .session).contains("not encrypted: others may be able to read the password"))
        let space = ProtectionSpace(host: "a", port: 443, realm: "Piwigo", scheme: .session, isEncrypted: true)
        let text = CredentialText(CredentialQuestion(space: space, wasWrong: true))
        #expect(text.name != nil && text.reason.contains("name or password"))
    }

    @Test func `A library that takes a name as well as a key asks for both, and says what was wrong with either`() {
        let space = ProtectionSpace(host: "a", port: 80, realm: "Photos", scheme: .key, isEncrypted: false)
        var question = CredentialQuestion(space: space)
        #expect(CredentialText(question).name == nil && CredentialText(question).body.contains("API key"))
        question.mayHaveName = true
        let text = CredentialText(question)
        #expect(text.name != nil && !text.mayBeNameAlone && text.reason.isEmpty)
        #expect(text.body.contains("app password, without a name") && text.body.contains("read the password"))
        question.wasWrong = true
        #expect(CredentialText(question).reason.hasPrefix("The password is wrong"))
        question.name = "anna"
        #expect(CredentialText(question).reason.hasPrefix("The name or password is wrong"))
        question.refusal = "This account has two-factor authentication."
        #expect(CredentialText(question).reason == question.refusal)
    }

    @Test func `A realm cannot pass for something that the program says`() {
        #expect(body("a\n\nb\u{202E}c\u{7}d", encrypted: true).hasSuffix("for “a b c d”."))
        #expect(body(String(repeating: "x", count: 5000), encrypted: true).count < 150)
    }

    @Test func `That the last answer was wrong is said`() {
        let space = ProtectionSpace(host: "a", port: 80, realm: "", scheme: .basic, isEncrypted: false)
        #expect(CredentialText(CredentialQuestion(space: space)).reason.isEmpty)
        #expect(CredentialText(CredentialQuestion(space: space, wasWrong: true)).reason.contains("wrong"))
    }
}
