import Foundation

/// Signing in to a PhotoPrism server with a name and a password, which gives a token for a session
/// (https://docs.photoprism.app/developer-guide/api/auth/).
///
/// Pure functions: what to request, and what the answers mean.
package enum TokenLogin {
    /// What the server says to a name and a password.
    package enum Answer: Sendable, Equatable {
        case signedIn(AccessToken)
        case wrong
        /// They may be right, but do not suffice, for a reason that is a sentence.
        case refused(String)
        case failed(FetchFailure)
    }

    /// Of an answer, which has the settings of the server's own pages as well.
    package static let mostBytes = 8 << 20

    /// What begins a session, at a place's address of them.
    package static func beginning(_ credential: Credential) -> FetchMethod {
        let fields = ["username": credential.name, "password": credential.password]
        let body = (try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)) ?? Data()
        return .signIn(String(decoding: body, as: UTF8.self))
    }

    /// The address that ends the session of `token`, which was begun at `sessions`. It has no secret.
    package static func end(of token: AccessToken, at sessions: URL) -> URL {
        guard let session = token.session else { return sessions }
        return URL(string: sessions.absoluteString + "/" + session) ?? sessions
    }

    /// The meaning of a reply of this `status` to ``beginning(_:)``; `failure` is what it says to others.
    package static func answer(_ body: Data, status: Int, failure: FetchFailure) -> Answer {
        let answer = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
        switch status {
        case 200..<300:
            guard let token = answer.flatMap(AccessToken.init(in:)) else { return .failed(other) }
            return .signedIn(token)
        case 400, 401, 403:
            // A proxy's page, or another service.
            guard let answer else { return status == 401 ? .wrong : .failed(failure) }
            let reason = reason(in: answer)
            if wantsPasscode(answer) { return .refused(wantsAppPassword) }
            if status == 401 { return .wrong }
            return .refused(
                reason.isEmpty
                    ? localized("The server refuses to log in with a name. Try an app password, without a name.")
                    : localized(
                        "The server refuses to log in with a name: “\(reason)”. Try an app password, without a name."))
        default: return .failed(failure)
        }
    }

    /// Its code for an account with two-factor authentication; its sentences are in many languages, its errors are not.
    private static let passcodeRequired = 32
    private static let longestReason = 300

    private static func wantsPasscode(_ answer: [String: Any]) -> Bool {
        let code = answer["code"]
        return (code as? NSNumber)?.intValue == passcodeRequired || code as? String == String(passcodeRequired)
            || (answer["error"] as? String)?.lowercased().contains("passcode") == true
    }

    private static func reason(in answer: [String: Any]) -> String {
        let text = (answer["message"] ?? answer["error"]) as? String ?? ""
        return ShownText.line(text.prefix(longestReason).description)
    }

    private static var wantsAppPassword: String {
        localized(
            "This account has two-factor authentication. Create an app password in its account settings, and log in "
                + "with that, without a name.")
    }

    private static var other: FetchFailure {
        .other(reason: localized("The server does not answer as a PhotoPrism server does."))
    }
}

/// What stands for a name and a password in the requests of a session. It is a secret.
package struct AccessToken: Sendable, Equatable {
    /// The value of the field.
    package let value: String
    /// The server's name of the session, which is no secret; nil if it has none.
    let session: String?

    /// In bytes; a token has 48.
    static let longest = 4096

    /// The token in an answer; nil without one. Servers before 2024 call it the session's ID.
    init?(in answer: [String: Any]) {
        guard let value = (answer["access_token"] ?? answer["id"]) as? String,
            (1...Self.longest).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        self.value = value
        session = (answer["session_id"] as? String).flatMap { id in
            LibraryLocation.isID(id) && id.utf8.count <= Self.longest && id != value ? id : nil
        }
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    /// Tokens never appear in logs.
    package var description: String { "a session" }
    package var debugDescription: String { description }
}
