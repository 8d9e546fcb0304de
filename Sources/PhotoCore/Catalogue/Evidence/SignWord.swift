/// Words for faces and signs that are joined to others: `usericon`, `profileavatars`, `webemoji`.
enum SignWord {
    /// Whether the word ends with one for a face or a sign.
    static func ends(_ word: String) -> Bool {
        endings.contains { word.hasSuffix($0) } && !others.contains { word.hasSuffix($0) }
    }

    private static let endings = ["avatar", "avatars", "icon", "icons", "emoji", "emojis"]
    /// Words that only sound so.
    private static let others = ["lexicon", "lexicons", "silicon", "helicon", "rubicon", "pantechnicon"]
}
