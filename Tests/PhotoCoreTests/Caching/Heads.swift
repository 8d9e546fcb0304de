import Foundation
@testable import PhotoCore

/// Heads of replies to a request for http://host/a, as received in a given second.
enum Heads {
    static let url = URL(string: "http://host/a") ?? URL(fileURLWithPath: "/")
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    static let then = 784_111_777.0

    static func reply(
        _ status: Int = 200, _ fields: [String: String] = [:], url: URL = Heads.url, at: Double = Heads.then,
        after seconds: Double = 0
    ) -> ReplyHead {
        ReplyHead(status: status, fields: fields, url: url, times: (at - seconds)...at)
    }

    static func stored(
        _ fields: [String: String], from: URL = Heads.url, at: Double = Heads.then, after seconds: Double = 0,
        total: Int? = nil
    ) -> StoredHead {
        StoredHead(reply(200, fields, url: from, at: at, after: seconds), to: Heads.url, totalByteCount: total)
    }
}
