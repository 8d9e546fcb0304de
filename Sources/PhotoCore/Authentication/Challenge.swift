/// One challenge of a WWW-Authenticate or Proxy-Authenticate field (RFC 9110, 11.6.1).
package struct Challenge: Sendable, Equatable {
    /// How the password travels.
    package let scheme: ProtectionSpace.Scheme
    /// The scheme's name and all its parameters, as the server wrote them.
    package let text: String

    /// The challenges among a field's `items` (its parts between commas) that this program can answer, digests first.
    ///
    /// Commas separate challenges, and also a challenge's parameters. An item starts a challenge unless it is a
    /// parameter: a name and an equals sign without a word before them.
    package static func answerable(in items: [String]) -> [Challenge] {
        var texts: [String] = []
        for item in items {
            if beginsChallenge(item) {
                texts.append(item)
            } else if !texts.isEmpty {
                texts[texts.count - 1] += ", " + item
            }
        }
        let challenges = texts.compactMap { text in
            Self.scheme(of: text).map { Challenge(scheme: $0, text: text) }
        }
        return challenges.filter { $0.scheme == .digest } + challenges.filter { $0.scheme == .basic }
    }

    private static func beginsChallenge(_ item: String) -> Bool {
        guard let equals = item.firstIndex(of: "=") else { return true }
        guard let space = item.firstIndex(where: \.isWhitespace), space < equals else { return false }
        // "name = value" is a parameter too.
        return item[space..<equals].contains { !$0.isWhitespace }
    }

    private static func scheme(of text: String) -> ProtectionSpace.Scheme? {
        // No server asks for the others by this field.
        switch text.prefix(while: { !$0.isWhitespace }).lowercased() {
        case "basic": .basic
        case "digest": .digest
        default: nil
        }
    }
}
