/// Parses a streamed collection of an image viewer: names of files in quotes, one a line, without escapes; other lines
/// are settings and remarks. Written by Geeqie (https://www.geeqie.org/help/GuideCollections.html) and XnView
/// (https://www.xnview.com/wiki/index.php/Slideshow).
struct FileCollectionParser: CatalogueParsing {
    private var lines = LineSplitter()
    private let isFile: Bool

    init(isFile: Bool) { self.isFile = isFile }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure)
    {
        try lines.take(bytes) { [isFile] (line, number) throws(CatalogueFailure) in
            try Self.take(line, number, isFile, into: &builder)
        }
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try lines.finish { [isFile] (line, number) throws(CatalogueFailure) in
            try Self.take(line, number, isFile, into: &builder)
        }
    }

    private static func take(
        _ line: Slice<UnsafeRawBufferPointer>, _ number: Int, _ isFile: Bool, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let quote = UInt8(ascii: "\"")
        guard line.first == quote, let end = line.lastIndex(of: quote), end > line.startIndex,
            let location = ListedPath.location(line[(line.startIndex + 1)..<end], isFile: isFile, isLiteral: true)
        else { return }
        location.withUnsafeBytes { builder.add(.location, $0) }
        try builder.endEntry(at: .line(number))
    }

    /// A list may end anywhere.
    var showsItsEnd: Bool { false }
}

extension CatalogueFormat {
    /// A collection of files that an image viewer has written.
    public static let fileCollection = CatalogueFormat(
        translatable("collection of files"), endings: ["gqv", "sld"],
        recognises: { head in
            let starts = ["#Geeqie collection", "#GQview collection", "# Slide Show Sequence"]
            return starts.contains { head.text.starts(with: $0.utf8) } ? .certain : .none
        },
        makeParser: { FileCollectionParser(isFile: $0.hint.url.isFileURL) })
}
