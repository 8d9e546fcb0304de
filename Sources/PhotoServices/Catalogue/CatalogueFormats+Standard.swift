import PhotoCore

extension CatalogueFormats {
    /// All that the program reads: the core's, and those for which libraries do the syntax. Of two that are equally
    /// sure, the first counts: text with marks comes before tables, tables before plain lists.
    public static let standard = CatalogueFormats(
        encodings: core.encodings + [.gzip, .wideText, .markedUTF8, .declaredText, .pageText, .undeclaredText],
        formats: [
            .xmlPropertyList, .feed, .webPage, .binaryPropertyList, .openStepPropertyList, .json, .delimitedText, .csv,
            .addressList,
        ])
}
