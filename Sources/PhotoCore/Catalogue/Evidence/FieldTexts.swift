/// What the texts at one path say of the field that their key names.
enum FieldTexts {
    /// Whether names are paths of records in a service: `projects/p/documents/photos/a1`.
    static func arePaths(_ tally: ShapeTally) -> Bool {
        guard tally.words * 2 > tally.texts, isPath(tally.example) else { return false }
        return tally.second.isEmpty || isPath(tally.second)
    }

    private static func isPath(_ name: [UInt8]) -> Bool {
        name.count { $0 == UInt8(ascii: "/") } > 2 && !name.contains { EntryScratch.isSpace($0) }
    }

    /// `original_filename`, `originalName`
    static func isOriginalName(_ sense: KeySense) -> Bool {
        sense.isName && sense.joined.hasPrefix("orig") && sense.joined.hasSuffix("name")
    }

    /// Whether records have one caption together, a word or in at least three: it tells none from the others.
    static func isShared(_ tally: ShapeTally) -> Bool {
        tally.sameAsFirst == tally.texts && tally.texts > (tally.example.contains(0x20) ? 2 : 1)
    }

    /// Whether it is where a camera looks, in degrees: `heading: "90.1"`.
    static func isDirection(_ sense: KeySense, _ tally: ShapeTally) -> Bool {
        guard sense.joined == "heading" else { return false }
        let isNumber = { (text: [UInt8]) in Double(String(decoding: text.prefix(24), as: UTF8.self)) != nil }
        return isNumber(tally.example) && (tally.second.isEmpty || isNumber(tally.second))
    }

    /// Whether it tells the place of what a photo shows, and no records share it.
    static func isPlace(_ sense: KeySense, _ tally: ShapeTally) -> Bool {
        let isName = placeNames.contains(sense.joined)
        guard isName || addresses.contains(sense.joined), tally.words * 2 > tally.texts else { return false }
        return (isName || tally.example.contains(0x20)) && (tally.texts == 1 || !tally.second.isEmpty)
    }

    private static let placeNames: Set<String> = ["locationname", "placename", "placelabel"]
    private static let addresses: Set<String> = [
        "address", "addressstreet", "streetaddress", "formattedaddress", "fulladdress", "displayaddress", "addressline",
        "addressline1", "address1", "unparsedaddress", "vicinity",
    ]
}
