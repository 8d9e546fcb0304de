import Foundation
import Synchronization
import TestSupport

@testable import PhotoCore
@testable import PhotoServices

/// A gallery whose photos only those see who have signed in.
final class PrivateGallery: Sendable {
    private struct State {
        var sessions = 0
        /// The number of the session that counts.
        var current: Int?
        var password = "secret"
        /// Who has begun the session.
        var name = ""
    }
    private let state = Mutex(State())

    /// Whether guests are refused; otherwise they see nothing, or `public` photos.
    let refusesGuests: Bool
    let isPartlyPublic: Bool
    /// Whether it refuses its pictures also to those who have signed in.
    let refusesAll: Bool

    init(refusesGuests: Bool = true, isPartlyPublic: Bool = false, refusesAll: Bool = false) {
        (self.refusesGuests, self.isPartlyPublic, self.refusesAll) = (refusesGuests, isPartlyPublic, refusesAll)
    }

    /// Sessions so far have ended.
    func endSessions() { state.withLock { $0.current = nil } }
    func setPassword(_ password: String) { state.withLock { $0.password = password } }

    private static func json(_ text: String, headers: String = "") -> LoopbackServer.Reply {
        .ok(Data(text.utf8), type: "text/plain; charset=utf-8", headers: "Cache-Control: no-store\r\n" + headers)
    }

    private static var denied: LoopbackServer.Reply {
        let text = #"{"stat":"fail","err":401,"message":"Access denied"}"#
        return .raw(
            "HTTP/1.1 401 Access denied\r\nContent-Length: \(text.utf8.count)\r\n\r\n", body: Data(text.utf8))
    }

    private static func photos(_ names: [String]) -> LoopbackServer.Reply {
        let images = names.map { #"{"id":1,"name":"\#($0)","element_url":"upload/\#($0).jpg"}"# }
        return json(
            #"{"stat":"ok","result":{"paging":{"page":0,"per_page":500,"count":\#(names.count)},"images":["#
                + images.joined(separator: ",") + "]}}")
    }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        let path = request.path
        if request.method == "POST" {
            let right = state.withLock { state -> Int? in
                let form = String(decoding: request.body, as: UTF8.self)
                let name = ["anna", "bob"].first { name in
                    form == "method=pwg.session.login&username=\(name)&password=\(state.password)"
                }
                guard let name else { return nil }
                state.name = name
                state.sessions += 1
                state.current = state.sessions
                return state.sessions
            }
            guard let right else {
                return Self.json(#"{"stat":"fail","err":999,"message":"Invalid username/password"}"#)
            }
            return Self.json(
                #"{"stat":"ok","result":true}"#,
                headers: "Set-Cookie: pwg_id=before; path=/\r\nSet-Cookie: pwg_id=s\(right); path=/; HttpOnly\r\n")
        }
        let current = state.withLock { $0.current }
        let isIn =
            current != nil && request.fields["cookie"] == current.map { "pwg_id=s\($0)" }
            || request.fields["x-piwigo-api"] == "pkid-20260101-abc:key"
        if path.contains("getStatus") {
            return Self.json(#"{"stat":"ok","result":{"status":"\#(isIn ? "normal" : "guest")"}}"#)
        }
        if path.contains("/upload/"), refusesAll { return Self.denied }
        if !isIn, refusesGuests { return Self.denied }
        if path.contains("getImages") {
            let name = state.withLock { $0.name }
            return Self.photos(isIn ? ["open", "private", "of " + name] : isPartlyPublic ? ["open"] : [])
        }
        return .ok(Data("picture".utf8))
    }
}
