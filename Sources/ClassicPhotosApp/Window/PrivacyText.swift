import PhotoCore

/// The texts about what is kept on the computer, and its removal.
enum PrivacyText {
    static let clearing = (
        heading: localized("Clear the Cache?"),
        body: localized(
            "The photos and catalogues that are kept on this computer will be removed, also those that were opened "
                + "in other programs. They will be downloaded again when they are needed."),
        accept: localized("C_lear")
    )
    static func cleared(_ freed: Int) -> String {
        freed == 0
            ? localized("The cache is empty") : localized("Cache cleared: \(SavingText.bytes(freed)) freed")
    }

    static let noRecent = localized("There are no recent catalogues")
    static let clearingRecent = (
        heading: localized("Clear Recent Catalogues?"),
        body: localized(
            "The list of recent catalogues will be cleared, and your place in each will be forgotten. Libraries, and "
                + "those that you keep in the list, will stay."),
        accept: localized("C_lear")
    )

    // MARK: - Passwords

    static let forgettingHeading = localized("Forget Passwords?")
    static let noPasswords = localized("No passwords are kept")

    /// What forgetting does for these servers, as shown.
    static func forgetting(_ servers: [String]) -> String {
        servers.count == 1
            ? localized(
                "The name and the password for \(servers[0]) will be removed, and with them the photos and catalogues "
                    + "from there that are kept on this computer. The server will ask again.")
            : localized(
                "The names and passwords for these servers will be removed, and with them the photos and catalogues "
                    + "from there that are kept on this computer. The servers will ask again.")
    }

    static func forgotten(areLeft: Bool, freed: Int) -> String {
        let bytes = SavingText.bytes(freed)
        return switch (areLeft, freed) {
        case (true, 0): localized("Passwords remain in the locked keyring")
        case (true, _): localized("Passwords remain in the locked keyring: \(bytes) freed")
        case (false, 0): localized("Passwords forgotten")
        case (false, _): localized("Passwords forgotten: \(bytes) freed")
        }
    }

    /// A server on one line, with its port if that is unusual for the web.
    static func server(_ server: WebServer) -> String {
        let name = ShownText.line(server.host)
        // An address with colons is an IPv6 one.
        let host = name.contains(":") ? "[\(name)]" : name
        return [80, 443].contains(server.port) ? host : "\(host):\(server.port)"
    }
}
