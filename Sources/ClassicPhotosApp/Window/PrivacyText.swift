import PhotoCore

/// The texts about what is kept on the computer, and its removal.
enum PrivacyText {
    static let clearing = (
        heading: "Clear the Cache?",
        body: "The photos and catalogues that are kept on this computer will be removed, also those that were opened "
            + "in other programs. They will be downloaded again when they are needed.",
        accept: "C_lear"
    )
    static let forgetting = (
        heading: "Forget All Passwords?",
        body: "The names and passwords in the keyring will be removed, and with them the photos and catalogues that "
            + "are kept on this computer from servers that required them. The servers will ask again.",
        accept: "_Forget"
    )

    static func cleared(_ freed: Int) -> String {
        freed == 0 ? "The cache is empty" : "Cache cleared: \(SavingText.bytes(freed)) freed"
    }

    static func forgotten(_ forgotten: ForgottenCredentials, freed: Int) -> String {
        let freed = freed == 0 ? "" : ": \(SavingText.bytes(freed)) freed"
        if forgotten.areLeft { return "Passwords remain in the locked keyring\(freed)" }
        return forgotten.servers.isEmpty && freed.isEmpty ? "No passwords were kept" : "Passwords forgotten\(freed)"
    }
}
