import Foundation

/// Signing in to a Piwigo gallery: `pwg.session.login` of its interface (`tools/ws.htm` of every installation).
///
/// Pure functions: what to request, and what the answers mean.
package enum GalleryLogin {
    /// What the gallery says to a name and a password.
    package enum Answer: Sendable, Equatable {
        case signedIn(GallerySession)
        case wrong
        case failed(FetchFailure)
    }

    /// Of an answer about who has signed in.
    package static let mostBytes = 64 << 10

    /// The address that the form is sent to, at the gallery at `address`.
    package static func address(at address: URL) -> URL? {
        URL(string: "ws.php?format=json", relativeTo: address)?.absoluteURL
    }

    /// The form that signs in.
    package static func form(_ credential: Credential) -> FetchMethod {
        let (name, password) = (LibraryLocation.encoded(credential.name), LibraryLocation.encoded(credential.password))
        return .form("method=pwg.session.login&username=\(name)&password=\(password)")
    }

    /// The meaning of a successful reply to the form; the `fields` of its head have names in lower case.
    package static func answer(_ body: Data, _ fields: [String: String]) -> Answer {
        let answer = object(body)
        switch answer?["stat"] as? String {
        case "ok" where answer?["result"] as? Bool == true:
            guard let session = fields["set-cookie"].flatMap(GallerySession.init(setBy:)) else { return .failed(other) }
            return .signedIn(session)
        case "fail":
            let code = answer?["err"]
            if (code as? NSNumber)?.intValue == wrongLogin || code as? String == String(wrongLogin) { return .wrong }
            let message = ShownText.line((answer?["message"] as? String ?? "").prefix(longestMessage).description)
            return .failed(message.isEmpty ? other : .other(reason: message))
        default: return .failed(other)
        }
    }

    /// Its error for a wrong name or password.
    private static let wrongLogin = 999
    private static let longestMessage = 300
    private static var other: FetchFailure {
        .other(reason: localized("The server does not answer as a Piwigo server does."))
    }

    /// Whether the answer to ``GalleryAddress/someone`` says that nobody has signed in. Any other answer says nothing.
    package static func isGuest(_ body: Data) -> Bool {
        (object(body)?["result"] as? [String: Any])?["status"] as? String == "guest"
    }

    /// Whether the answer to ``GalleryAddress/anything`` says that there is no photo to be seen.
    package static func isEmpty(_ body: Data) -> Bool {
        ((object(body)?["result"] as? [String: Any])?["images"] as? [Any])?.isEmpty == true
    }

    /// Whether it is an answer of the interface, and no failure.
    package static func isAnswer(_ body: Data) -> Bool { object(body)?["stat"] as? String == "ok" }

    private static func object(_ body: Data) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    }
}

/// A session at a gallery: the value of its cookie. It is a secret.
package struct GallerySession: Sendable, Equatable {
    private let value: String

    private static let name = "pwg_id"
    /// In bytes; browsers keep no longer cookies.
    static let longest = 4096

    /// The last session in a reply's Set-Cookie `fields`, which are joined by commas; nil without one. A server gives
    /// another one while it signs in.
    package init?(setBy fields: String) {
        let values = fields.split(separator: ",").compactMap { field -> String? in
            let cookie = field.drop { $0 == " " || $0 == "\t" }
            guard cookie.hasPrefix(Self.name + "=") else { return nil }
            return String(cookie.dropFirst(Self.name.count + 1).prefix { $0 != ";" })
        }
        guard let value = values.last(where: Self.isValue) else { return nil }
        self.value = value
    }

    /// Whether a text is a value in RFC 6265, 4.1.1. PHP calls one that it removes "deleted".
    private static func isValue(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && text != "deleted"
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !#"",;\"#.utf8.contains($0) }
    }

    /// The Cookie field of a request.
    package var field: String { Self.name + "=" + value }
}

extension GallerySession: CustomStringConvertible, CustomDebugStringConvertible {
    /// Sessions never appear in logs.
    package var description: String { "a session" }
    package var debugDescription: String { description }
}
