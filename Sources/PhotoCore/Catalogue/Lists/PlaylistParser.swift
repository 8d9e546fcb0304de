/// Parses a streamed playlist (M3U) whose entries are photos, with the names that its `#EXTINF` lines give them:
/// https://en.wikipedia.org/wiki/M3U#Extended_M3U. Songs and films are no rows.
struct PlaylistParser: CatalogueParsing {
    private var lines = LineSplitter()
    private let isFile: Bool
    /// The name of the next entry.
    private var name: [UInt8] = []
    /// The first entries that are no photos.
    private var others: [String] = []

    private static let mostOthers = 3
    private static let longestOther = 80

    init(isFile: Bool) { self.isFile = isFile }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure)
    {
        var lines = lines
        self.lines = LineSplitter()
        try lines.take(bytes) { (line, number) throws(CatalogueFailure) in try take(line, number, into: &builder) }
        self.lines = lines
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var lines = lines
        try lines.finish { (line, number) throws(CatalogueFailure) in try take(line, number, into: &builder) }
        if builder.count == 0, !others.isEmpty {
            throw .noPhotosIn(format: builder.facts.formatName, keys: others)
        }
    }

    private mutating func take(
        _ line: Slice<UnsafeRawBufferPointer>, _ number: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard let first = line.first else { return }
        if first == UInt8(ascii: "#") { return readRemark(line, into: &builder) }
        defer { name = [] }
        guard let location = ListedPath.location(line, isFile: isFile) else {
            if others.count < Self.mostOthers {
                others.append(String(decoding: line.prefix(Self.longestOther), as: UTF8.self))
            }
            return
        }
        if !name.isEmpty { name.withUnsafeBytes { builder.add(.name, $0) } }
        location.withUnsafeBytes { builder.add(.location, $0) }
        try builder.endEntry(at: .line(number))
    }

    private mutating func readRemark(_ line: Slice<UnsafeRawBufferPointer>, into builder: inout CatalogueBuilder) {
        if line.starts(with: "#EXTINF:".utf8) {
            name = Self.title(line.dropFirst(8))
        } else if line.starts(with: "#PLAYLIST:".utf8), builder.facts.title == nil {
            let title = ListPiece.trimmed(line.dropFirst(10)).prefix(CatalogueField.author.maximumByteCount)
            if !title.isEmpty { builder.facts.title = String(decoding: title, as: UTF8.self) }
        }
    }

    /// What follows the first comma that is not within an attribute: `120 tvg-name="a, b",Title`.
    private static func title(_ text: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var isQuoted = false
        for index in text.indices {
            if text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if text[index] == UInt8(ascii: ","), !isQuoted {
                return Array(ListPiece.trimmed(text[(index + 1)...]))
            }
        }
        return []
    }

    /// A list may end anywhere.
    var showsItsEnd: Bool { false }
}

extension CatalogueFormat {
    /// A playlist of pictures.
    public static let playlist = CatalogueFormat(
        "M3U", endings: ["m3u", "m3u8"],
        recognises: { head in
            if head.text.starts(with: "#EXTM3U".utf8) { return .certain }
            let isNamed = head.hint.pathExtension.hasPrefix("m3u") || types.contains(head.hint.mediaType ?? "")
            return isNamed && !head.looksBinary && head.text.first != UInt8(ascii: "<") ? .certain : .none
        },
        makeParser: { PlaylistParser(isFile: $0.hint.url.isFileURL) })

    private static let types: Set = [
        "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl",
    ]
}
