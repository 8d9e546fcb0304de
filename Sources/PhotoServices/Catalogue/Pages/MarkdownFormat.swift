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
                guard bytes.count <= longestMarkdown else { throw .tooLarge(limit: longestMarkdown) }
                var page = WebPageParser(head)
                let html = MarkdownPage(bytes, isCancelled: builder.isCancelled).html
                if builder.isCancelled() { throw .cancelled }
                try html.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                    try page.parse(bytes, into: &builder)
                }
                try page.finish(into: &builder)
            }
        })

    private static let markdownEndings = ["md", "markdown"]
    /// 16 MiB: longer than people write, and it is read as a whole, three times over.
    static let longestMarkdown = 16 << 20
}
