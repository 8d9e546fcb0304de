import PhotoCore

/// The texts of the login dialog.
struct CredentialText: Equatable {
    /// The displayed length of a realm: servers may use whole pages.
    static let longestRealm = 80

    /// Who requires the login, and whether others can read it.
    let body: String
    /// The label of the field for a name; nil where a key is enough.
    let name: String?
    /// Whether a name may be the whole answer.
    let mayBeNameAlone: Bool
    /// The label of the field for the secret.
    let password: String
    /// What was wrong with the last answer; empty at first.
    let reason: String

    init(_ question: CredentialQuestion) {
        let space = question.space
        // An address with colons is an IPv6 one.
        let place = ShownText.line(space.host)
        let host = place.contains(":") ? "[\(place)]" : place
        let isUsualPort = space.port == (space.isEncrypted ? 443 : 80)
        let server = isUsualPort ? host : "\(host):\(space.port)"
        let realm = Self.onOneLine(space.realm)
        let mayHaveName = space.scheme == .key && question.mayHaveName
        let asks =
            switch (space.isProxy, realm.isEmpty) {
            case _ where space.scheme == .signature: localized("The bucket “\(realm)” at \(server) requires a key.")
            case _ where mayHaveName:
                localized(
                    "\(realm) at \(server) requires a name and a password; or an app password, without a name. You can "
                        + "create one in its account settings, under “Apps and Devices”.")
            case _ where space.scheme == .key:
                localized(
                    "\(realm) at \(server) requires an API key. You can create one in its account settings. The "
                        + "permissions asset.read, asset.view and asset.download are enough.")
            case (false, true): localized("\(server) requires a name and a password.")
            case (false, false): localized("\(server) requires a name and a password for “\(realm)”.")
            case (true, true): localized("The proxy \(server) requires a name and a password.")
            case (true, false): localized("The proxy \(server) requires a name and a password for “\(realm)”.")
            }
        let warning: String? =
            switch (space.isEncrypted, space.scheme) {
            case (true, _): nil
            case (false, .key) where !mayHaveName:
                localized("The connection is not encrypted: others may be able to read the key.")
            case (false, .basic), (false, .session), (false, .key):
                localized("The connection is not encrypted: others may be able to read the password.")
            case (false, .digest):
                localized(
                    "The connection is not encrypted: others may be able to see the photos, but not the password.")
            case (false, .signature):
                localized("The connection is not encrypted: others may be able to see the photos, but not the key.")
            }
        body = [asks, warning].compactMap(\.self).joined(separator: "\n\n")
        (name, password) =
            switch space.scheme {
            case .signature: (localized("Access Key ID"), localized("Secret Access Key"))
            case .key where !mayHaveName: (nil, localized("API Key"))
            case .basic, .digest, .session, .key: (localized("Name", context: "login"), localized("Password"))
            }
        let wrong =
            switch space.scheme {
            case .key where mayHaveName && question.name?.isEmpty != false:
                localized("The password is wrong. Try again.")
            case .key where mayHaveName: localized("The name or password is wrong. Try again.")
            case .key, .signature: localized("The key is wrong. Try again.")
            case .basic, .digest, .session: localized("The name or password is wrong. Try again.")
            }
        reason = !question.refusal.isEmpty ? question.refusal : question.wasWrong ? wrong : ""
        mayBeNameAlone = !mayHaveName
    }

    /// Removes characters that could imitate other lines or sentences: controls, line breaks, direction marks.
    private static func onOneLine(_ text: String) -> String {
        let plain = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
            default: String(scalar)
            }
        }
        let words = plain.joined().split(separator: " ").joined(separator: " ")
        return words.count > longestRealm ? words.prefix(longestRealm) + "…" : words
    }
}
