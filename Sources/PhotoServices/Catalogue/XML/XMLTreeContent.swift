import PhotoCore

extension CatalogueFormat {
    /// XML of any vocabulary that no other format claims, searched for photos.
    public static let xml = CatalogueFormat(
        "XML", endings: ["xml"],
        recognises: { head in
            guard head.text.first == UInt8(ascii: "<") else { return .none }
            switch head.rootElementName {
            case "plist"?: return .none
            case let name? where name.lowercased() == "html": return .none
            // It reports its own errors.
            default: return .possible
            }
        },
        makeParser: { XMLPushParser($0, handler: XMLTreeContent(isLocal: $0.hint.url.isFileURL)) })
}

/// The elements of any XML; ``MarkupTree`` finds the photos.
private final class XMLTreeContent: XMLContentHandling {
    private var tree: MarkupTree
    private var hasBegun = false

    init(isLocal: Bool) { tree = MarkupTree(isLocal: isLocal) }

    var isAtEnd: Bool { hasBegun && tree.isAtEnd }

    func started(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        hasBegun = true
        tree.line = line
        try tree.start(element.name.utf8, into: &builder)
        for attribute in element.allAttributes {
            try attribute.value.withUnsafeBytesTyped { (value) throws(CatalogueFailure) in
                try tree.attribute(attribute.name.utf8, value, into: &builder)
            }
        }
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try tree.end(into: &builder)
        if tree.isAtEnd { try tree.finish(into: &builder) }
    }

    func found(text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try tree.text(text, into: &builder)
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) { try tree.breakOff(into: &builder) }
}
