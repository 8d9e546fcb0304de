import Foundation
@testable import PhotoCore
import Testing

@Suite("Signing in with the browser: Nextcloud's login flow")
struct BrowserLoginTests {
    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func begun(
        at server: String = "https://cloud.example/", login: String = "https://cloud.example/login/v2/flow/a",
        endpoint: String = "https://cloud.example/login/v2/poll", token: String = "a+/=b"
    ) throws -> (login: BrowserLogin, page: Result<URL, FetchFailure>) {
        var flow = BrowserLogin(at: try Self.url(server))
        let body = try JSONSerialization.data(withJSONObject: [
            "poll": ["token": token, "endpoint": endpoint], "login": login,
        ])
        let page = flow.began(.success(body))
        return (flow, page)
    }

    @Test(arguments: [
        ("https://cloud.example/remote.php/webdav/", "https://cloud.example/"),
        ("http://cloud.example:8080/a/b/remote.php/dav/files/anna/x.jpg?c#d", "http://cloud.example:8080/a/b/"),
        ("https://anna:secret@cloud.example/remote.php/webdav/", "https://cloud.example/"),
        ("https://cloud.example/remote.php", nil), ("https://cloud.example/", nil), ("file:///remote.php/a", nil),
    ])
    func `A server is what comes before remote.php`(address: String, server: String?) throws {
        #expect(BrowserLogin.server(of: try Self.url(address))?.absoluteString == server)
    }

    @Test func `It begins with an empty form, and asks with the token, which goes to its server only`() throws {
        let (flow, page) = try begun(at: "https://cloud.example/sub/")
        #expect(try page.get().absoluteString == "https://cloud.example/login/v2/flow/a")
        #expect(flow.beginning.url.absoluteString == "https://cloud.example/sub/index.php/login/v2")
        #expect(flow.beginning.method == .form(""))
        #expect(flow.question?.method == .form("token=a%2B%2F%3Db"))
        #expect(flow.question?.method.isForOneServer == true)
        #expect(BrowserLogin(at: try Self.url("https://cloud.example/")).question == nil)
    }

    @Test func `An answer and a token have as many bytes as they may have, and not one more`() throws {
        let token = String(repeating: "a", count: BrowserLogin.mostBytes)
        let (flow, page) = try begun(token: token)
        #expect((try? page.get()) != nil && flow.question?.method == .form("token=" + token))
        #expect(flow.beginning.limit == BrowserLogin.mostBytes && flow.question?.limit == BrowserLogin.mostBytes)
        #expect(throws: FetchFailure.self) { try begun(token: token + "a").page.get() }
    }

    /// Behind a proxy, a server may not know that others reach it by https.
    @Test func `What was opened by https stays there`() throws {
        let (flow, page) = try begun(
            login: "http://cloud.example/login/v2/flow/a", endpoint: "http://CLOUD.example/login/v2/poll")
        #expect(try page.get().absoluteString == "https://cloud.example/login/v2/flow/a")
        #expect(flow.question?.url.scheme == "https")
        let plain = try begun(
            at: "http://cloud.example:8080/", login: "http://cloud.example:8080/a",
            endpoint: "http://cloud.example:8080/b")
        #expect(plain.login.question?.url.absoluteString == "http://cloud.example:8080/b")
    }

    @Test(arguments: [
        ("https://other.example/a", "https://cloud.example/b"), ("https://cloud.example/a", "https://other.example/b"),
        ("https://cloud.example:444/a", "https://cloud.example/b"),
        ("https://cloud.example/a", "https://cloud.example.other.example/b"),
    ])
    func `Neither the person nor the token is sent elsewhere`(login: String, endpoint: String) throws {
        let (flow, page) = try begun(login: login, endpoint: endpoint)
        #expect(throws: FetchFailure.self) { try page.get() }
        #expect(flow.question == nil)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"login": "https://cloud.example/a"}"#,
        #"{"login": "javascript:alert(1)", "poll": {"token": "a", "endpoint": "https://cloud.example/b"}}"#,
        #"{"login": "file:///a", "poll": {"token": "a", "endpoint": "https://cloud.example/b"}}"#,
        #"{"login": "https://cloud.example/a", "poll": {"token": "", "endpoint": "https://cloud.example/b"}}"#,
        #"{"login": "https://cloud.example/a", "poll": {"token": 7, "endpoint": "https://cloud.example/b"}}"#,
    ])
    func `An answer of another kind is refused`(body: String) throws {
        var flow = BrowserLogin(at: try Self.url("https://cloud.example/"))
        guard case .failure(.other(let reason)) = flow.began(.success(Data(body.utf8))) else {
            Issue.record("It begins")
            return
        }
        #expect(reason == "The server has no page to sign in with a browser.")
        #expect(flow.question == nil)
    }

    @Test func `It asks until the person is done, or the server has forgotten the question`() throws {
        let flow = try begun().login
        let notYet: [FetchFailure] = [
            .refused(status: 404, phrase: ""), .refused(status: 503, phrase: ""), .refused(status: 429, phrase: ""),
            .noNetwork(host: "a"), .timedOut(host: "a", seconds: 30),
        ]
        for failure in notYet { #expect(flow.asked(.failure(failure), after: 1199) == .waits) }
        let late = flow.asked(.failure(.refused(status: 404, phrase: "")), after: 1200)
        #expect(late == .failed("Nobody has signed in with the browser for 20 minutes."))
        guard case .failed = flow.asked(.failure(.refused(status: 403, phrase: "Forbidden")), after: 1) else {
            Issue.record("It goes on")
            return
        }
        let body = Data(#"{"server": "https://x", "loginName": "anna", "appPassword": "secret"}"#.utf8)
        #expect(flow.asked(.success(body), after: 1) == .signedIn(Credential(name: "anna", password: "secret")))
        let empty = Data(#"{"loginName": "anna", "appPassword": ""}"#.utf8)
        guard case .failed = flow.asked(.success(empty), after: 1) else {
            Issue.record("A password is missing")
            return
        }
    }
}
