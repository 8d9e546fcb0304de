import CGdkPixbuf
import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Testing
import TestSupport

@Suite("Digest authentication")
struct DigestTests {
    private static func md5(_ text: String) -> String {
        let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1)
        defer { g_free(sum) }
        return sum.map { String(cString: $0) } ?? ""
    }

    private static func parameters(_ field: String) -> [String: String] {
        Dictionary(
            field.dropFirst("Digest ".count).components(separatedBy: ", ").compactMap { item -> (String, String)? in
                let sides = item.split(separator: "=", maxSplits: 1)
                return sides.count == 2
                    ? (String(sides[0]), sides[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))) : nil
            }, uniquingKeysWith: { first, _ in first })
    }

    /// RFC 2617, 3.2.2.1, with qop=auth.
    private static func isRight(_ field: String, _ path: String, name: String, password: String) -> Bool {
        guard field.hasPrefix("Digest ") else { return false }
        let given = parameters(field)
        let first = md5("\(name):Photos:\(password)")
        let second = md5("GET:\(path)")
        let parts = [first, given["nonce"], given["nc"], given["cnonce"], given["qop"], second].map { $0 ?? "" }
        return given["username"] == name && given["response"] == md5(parts.joined(separator: ":"))
    }

    @Test func `Digest is chosen where Basic is offered too, and the password stays here`() async throws {
        let server = try LoopbackServer.answering { request in
            let field = request.fields["authorization"] ?? ""
            if Self.isRight(field, request.path, name: "anna", password: "secret") { return .ok(Data("photo".utf8)) }
            return .status(
                "401 Unauthorized",
                headers: "WWW-Authenticate: Basic realm=\"Photos\"\r\n"
                    + "WWW-Authenticate: Digest realm=\"Photos\", qop=\"auth\", nonce=\"0123abcd\"\r\n")
        }
        defer { server.stop() }
        let asker = StubAsker(.say("anna", "wrong"), .say("anna", "secret"))
        let store = StubCredentialStore(isThere: false)
        let fetcher = DataFetcher(credentials: CredentialBroker(asker: asker, store: store))
        let outcomes = await withTaskGroup(of: Result<FetchedData, FetchFailure>.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = fetcher.fetch(FetchRequest(url: server.url("/\(number)")), progress: { _ in }) {
                            continuation.resume(returning: $0)
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { (try? $0.get().data) == Data("photo".utf8) })
        #expect(asker.asked.map(\.space.scheme) == [.digest, .digest])
        #expect(asker.asked.map(\.wasWrong) == [false, true])
        #expect(asker.asked.map(\.canRemember) == [false, false])
        #expect(server.requests.allSatisfy { !($0.fields["authorization"] ?? "").hasPrefix("Basic") })
    }
}
