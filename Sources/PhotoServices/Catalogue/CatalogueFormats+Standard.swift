import PhotoCore

extension CatalogueFormats {
    /// All supported formats: the core's, and those parsed by libraries. Of two with equal confidence, the first wins:
    /// text with marks before tables, tables before plain lists.
    public static let standard = CatalogueFormats(
        encodings: core.encodings + [
            .gzip, .wideText, .markedUTF8, .xmlText, .declaredText, .pageText, .undeclaredText,
            .script,
        ],
        formats: [
            .xmlPropertyList, .feed, .webPage, .xml, .binaryPropertyList, .openStepPropertyList, .json, .delimitedText,
            .csv,
            .addressList,
        ])
}
