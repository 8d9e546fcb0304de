extension CatalogueFormat {
    /// Picasa's notes on the photos of a folder (`.picasa.ini`): a section for each, which may have a caption. Films,
    /// albums and contacts are none.
    public static let photoNotes = CatalogueFormat(
        translatable("Picasa’s notes on photos"), endings: ["ini"],
        recognises: { head in
            let isNamed = ["picasa.ini", ".picasa.ini"].contains(head.hint.url.lastPathComponent.lowercased())
            let isMarked = ["Picasa", "Contacts2"].contains {
                SettingsText.has(section: $0, head.text.prefix(longestStart))
            }
            return isMarked || isNamed && head.text.first == UInt8(ascii: "[") ? .certain : .none
        },
        makeParser: { _ in
            WholeDocumentParser { (bytes, builder) throws(CatalogueFailure) in
                let text = try SettingsText(bytes)
                for section in text.sections {
                    let photo = ListedName(section.name)
                    guard photo.isPicture(), let location = photo.address else { continue }
                    let caption = section["caption"] ?? []
                    (caption.isEmpty ? photo.name : caption).withUnsafeBytes { builder.add(.name, $0) }
                    location.withUnsafeBytes { builder.add(.location, $0) }
                    try builder.endEntry(at: .line(section.line))
                }
                if builder.count == 0 {
                    throw .noPhotosIn(
                        format: builder.facts.formatName,
                        keys: text.sections.prefix(3).map { String(decoding: $0.name, as: UTF8.self) })
                }
            }
        })

    /// Picasa's own section comes first.
    private static let longestStart = 256
}
