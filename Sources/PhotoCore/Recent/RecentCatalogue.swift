/// A catalogue that was opened before.
package struct RecentCatalogue: Sendable, Equatable, Codable {
    /// Its address as in the settings, without passwords.
    package let address: String
    /// Its title when it was last shown.
    package var title: String
    /// The person's own name for it; nil without one.
    package var name: String?
    /// Whether it stays until the person removes it.
    package var isPinned = false
    /// Where the person stood; nil for its beginning.
    package var place: CataloguePlace?

    /// What it is called.
    package var shownTitle: String { name ?? title }

    /// A catalogue at its beginning.
    package init(address: String, title: String) {
        (self.address, self.title) = (address, title)
    }

    /// The name of its picture's file.
    var pictureName: String {
        let text = String(StableHash.of(address.utf8), radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// The name of the file with its photos' names.
    var namesName: String { pictureName + ".names" }
}
