import Foundation
@testable import PhotoCore
import Testing

@Suite("Signing in to a PhotoPrism server with a name")
struct TokenLoginTests {
    private static let failure = FetchFailure.refused(status: 503, phrase: "Busy")

    private func answer(_ text: String, _ status: Int = 200) -> TokenLogin.Answer {
        TokenLogin.answer(Data(text.utf8), status: status, failure: Self.failure)
    }

    private func token(_ text: String) -> AccessToken? {
        if case .signedIn(let token) = answer(text) { token } else { nil }
    }

    private func reason(_ text: String, _ status: Int) -> String? {
        if case .refused(let reason) = answer(text, status) { reason } else { nil }
    }

    @Test func `The name and the password are sent in JSON, to one server only`() throws {
        let method = TokenLogin.beginning(Credential(name: "anna \"b\"", password: "a\\ü"))
        #expect(method.name == "POST" && method.isForOneServer)
        let body = try #require(method.body)
        #expect(body.type == "application/json")
        let sent = try JSONSerialization.jsonObject(with: Data(body.text.utf8)) as? [String: String]
        #expect(sent == ["username": "anna \"b\"", "password": "a\\ü"])
    }

    @Test func `A session has a token, and a name by which it ends`() throws {
        let sessions = try #require(URL(string: "https://h/api/v1/session"))
        let current = try #require(
            token(#"{"status": "success", "id": "t0k", "session_id": "5e", "access_token": "t0k"}"#))
        #expect(current.value == "t0k")
        #expect(TokenLogin.end(of: current, at: sessions).absoluteString == "https://h/api/v1/session/5e")
        // Servers before 2024 have an ID only, which is the secret: it is in no address.
        let old = try #require(token(#"{"id": "t0k"}"#))
        #expect(old.value == "t0k" && TokenLogin.end(of: old, at: sessions) == sessions)
        for id in ["../x", "t0k", ""] {
            let odd = try #require(token(#"{"access_token": "t0k", "session_id": "\#(id)"}"#))
            #expect(TokenLogin.end(of: odd, at: sessions) == sessions)
        }
        #expect("\(current)" == "a session" && !String(reflecting: current).contains("t0k"))
    }

    @Test(arguments: ["", "[]", "{}", #"{"access_token": 1}"#, #"{"access_token": ""}"#, #"{"access_token": "a\nb"}"#])
    func `An answer without a token is no session`(_ text: String) {
        guard case .failed(.other) = answer(text) else {
            Issue.record("\(answer(text))")
            return
        }
    }

    @Test(arguments: [AccessToken.longest, AccessToken.longest + 1])
    func `A token has as many bytes as it may have, and not one more`(_ length: Int) {
        let text = String(repeating: "x", count: length)
        #expect((token(#"{"access_token": "\#(text)"}"#) != nil) == (length == AccessToken.longest))
    }

    @Test func `A wrong name or password is told from one that does not suffice`() throws {
        #expect(answer(#"{"error": "Invalid credentials"}"#, 401) == .wrong)
        #expect(answer("<h1>No</h1>", 401) == .wrong)
        let second = try #require(
            reason(#"{"error": "passcode required", "code": 32, "message": "Bestätigungscode eingeben"}"#, 401))
        #expect(second.contains("two-factor") && second.contains("app password"))
        #expect(reason(#"{"error": "x", "code": "32"}"#, 401) == second)
        #expect(reason(#"{"error": "invalid passcode", "code": 401}"#, 401) == second)
        let policy = try #require(reason(#"{"error": "Password login\nis disabled", "code": 403}"#, 403))
        #expect(policy.contains("“Password login is disabled”") && policy.contains("app password"))
        let plain = try #require(reason("{}", 403))
        #expect(plain.contains("app password"))
    }

    @Test(arguments: [404, 429, 500, 503])
    func `Another refusal is what it is for other requests`(_ status: Int) {
        #expect(answer(#"{"error": "rate limit exceeded"}"#, status) == .failed(Self.failure))
        #expect(answer("<h1>Forbidden</h1>", 403) == .failed(Self.failure))
    }
}
