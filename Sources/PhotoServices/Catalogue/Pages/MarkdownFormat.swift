import PhotoCore

extension CatalogueFormat {
    /// A text in Markdown (https://www.rfc-editor.org/rfc/rfc7763): what it shows and links to, as on a web page.
    public static let markdown = CatalogueFormat(
        "Markdown", endings: markdownEndings,
        recognises: { head in
            if head.rootElementName?.lowercased() == "html" { return .none }
            let mediaType = head.hint.mediaType
            let isText = mediaType == nil || mediaType == "text/plain"
            let isNamed = isText && markdownEndings.contains(head.hint.pathExtension)
            return mediaType == "text/markdown" || isNamed ? .certain : .none
        },
        makeParser: { head in
            WholeDocumentParser { (bytes, builder) throws(CatalogueFailure) in
                var page = WebPageParser(head)
                let html = MarkdownPage(bytes).html
                try html.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                    try page.parse(bytes, into: &builder)
                }
                try page.finish(into: &builder)
            }
        })

    private static let markdownEndings = ["md", "markdown"]
}
