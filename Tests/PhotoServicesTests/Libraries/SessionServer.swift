import Foundation
import Synchronization
import TestSupport

/// A server that begins sessions for anna and bert, and has an app password.
final class SessionServer: Sendable {
    private struct State {
        var count = 0
        var current: Set<String> = []
        var ended: [String] = []
    }
    private let state = Mutex(State())
    private let refusal: String?
    private let hold: @Sendable (LoopbackServer.Request) -> Void
    private static let people = [
        #"{"password":"secret","username":"anna"}"#, #"{"password":"other","username":"bert"}"#,
    ]

    /// Refuses a right password with `refusal`, if there is one. `hold` may hold up requests.
    init(refusal: String? = nil, hold: @escaping @Sendable (LoopbackServer.Request) -> Void = { _ in }) {
        (self.refusal, self.hold) = (refusal, hold)
    }

    var begun: Int { state.withLock { $0.count } }
    var ended: [String] { state.withLock { $0.ended } }
    func endSessions() { state.withLock { $0.current = [] } }

    private static func json(_ status: String, _ text: String) -> LoopbackServer.Reply {
        .raw("HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\n\r\n", body: Data(text.utf8))
    }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        hold(request)
        let token = request.fields["x-auth-token"] ?? ""
        switch request.method {
        case "POST":
            let body = String(decoding: request.body, as: UTF8.self)
            guard request.path.hasSuffix("/api/v1/session"), token.isEmpty,
                Self.people.contains(body)
            else { return Self.json("401 Unauthorized", #"{"error":"Invalid credentials"}"#) }
            if let refusal { return Self.json("401 Unauthorized", refusal) }
            let number = state.withLock { state in
                state.count += 1
                state.current.insert("token\(state.count)")
                return state.count
            }
            return Self.json(
                "200 OK",
                #"{"status":"success","access_token":"token\#(number)","session_id":"session\#(number)"}"#)
        case "DELETE":
            state.withLock { state in
                state.current.remove(token)
                state.ended.append("\(request.path) \(token)")
            }
            return Self.json("200 OK", "{}")
        default:
            let isKnown = token == "app-password" || state.withLock { $0.current.contains(token) }
            return isKnown
                ? .ok(Data("photos".utf8))
                : Self.json("401 Unauthorized", #"{"error":"Please log in to your account"}"#)
        }
    }
}
