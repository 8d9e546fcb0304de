import PhotoCore

/// The texts about what is kept on the computer, and its removal.
enum PrivacyText {
    static let clearing = (
        heading: "Clear the Cache?",
        body: "The photos and catalogues that are kept on this computer will be removed, also those that were opened "
            + "in other programs. They will be downloaded again when they are needed.",
        accept: "C_lear"
    )
    static func cleared(_ freed: Int) -> String {
        freed == 0 ? "The cache is empty" : "Cache cleared: \(SavingText.bytes(freed)) freed"
    }

    // MARK: - Passwords

    static let forgettingHeading = "Forget Passwords?"
    static let noPasswords = "No passwords are kept"

    /// What forgetting does for these servers, as shown.
    static func forgetting(_ servers: [String]) -> String {
        let (whose, ask) =
            servers.count == 1
            ? ("The name and the password for \(servers[0])", "The server will ask again.")
            : ("The names and passwords for these servers", "The servers will ask again.")
        return "\(whose) will be removed, and with them the photos and catalogues from there that are kept on this "
            + "computer. \(ask)"
    }

    static func forgotten(areLeft: Bool, freed: Int) -> String {
        let freed = freed == 0 ? "" : ": \(SavingText.bytes(freed)) freed"
        return areLeft ? "Passwords remain in the locked keyring\(freed)" : "Passwords forgotten\(freed)"
    }

    /// A server on one line, with its port if that is unusual for the web.
    static func server(_ server: WebServer) -> String {
        let name = ShownText.line(server.host)
        // An address with colons is an IPv6 one.
        let host = name.contains(":") ? "[\(name)]" : name
        return [80, 443].contains(server.port) ? host : "\(host):\(server.port)"
    }
}
