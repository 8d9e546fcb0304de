import PhotoCore

extension CatalogueFormats {
    /// All that the program reads: the core's, and those for which libraries do the syntax.
    public static let standard = CatalogueFormats(
        encodings: core.encodings,
        formats: core.formats + [
            .xmlPropertyList
        ])
}
