import PhotoCore

extension CatalogueFormats {
    /// All supported formats: the core's, and those parsed by libraries. Of two with equal confidence, the first wins:
    /// text with marks before tables, tables before plain lists.
    public static let standard = withArchives(
        CatalogueFormats(
            encodings: core.encodings + [
                .gzip, .wideText, .markedUTF8, .xmlText, .declaredText, .pageText, .undeclaredText, .script,
            ],
            formats: [
                .markdown, .webLocation, .xmlListing, .xmlPropertyList, .feed, .webPage, .xmlTree, .binaryPropertyList,
                .shortcut, .photoNotes, .playlist, .fileCollection, .openStepPropertyList, .json, .delimitedText, .csv,
                .addressList,
            ]))

    private static func withArchives(_ formats: CatalogueFormats) -> CatalogueFormats {
        var formats = formats
        formats.findsArchives = true
        formats.makeSpool = { DocumentSpool() }
        return formats
    }
}
