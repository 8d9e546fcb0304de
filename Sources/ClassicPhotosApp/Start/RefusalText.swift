import PhotoCore

/// What is said, in one dialog, of addresses that the desktop passes and that cannot be opened.
enum RefusalText {
    /// The dialog fits on small screens with as many.
    static let most = 3

    /// The first addresses with their reasons, and the number of others.
    static func of(_ refusals: [(address: String, reason: String)]) -> String {
        var parts: [String] = []
        for refusal in refusals.prefix(most) {
            let address = ShownText.line(URLText.withoutPassword(refusal.address))
            if !address.isEmpty { parts.append(address) }
            parts.append(refusal.reason)
        }
        let others = refusals.count - most
        if others > 0 {
            let number = NumberFormats.current.whole(others)
            parts.append(localizedCount(others, "And \(number) more.", "And \(number) more."))
        }
        return parts.joined(separator: "\n\n")
    }
}
