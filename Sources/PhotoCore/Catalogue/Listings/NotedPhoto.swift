import Foundation

/// A photo about which a tree of notes next to it is: `sea.jpg.json`, whose title is `sea.jpg`.
///
/// The file's own name must tell the photo's (``NoteName``): then both lie in one folder, as in exports of photo
/// services.
struct NotedPhoto {
    private let name: [UInt8]
    private var page: [UInt8] = []
    private var description: [UInt8] = []

    /// Nil if the stored document is no such note.
    init?(_ tape: EventTape, document: URL) {
        guard document.isFileURL else { return nil }
        let file = Array(document.lastPathComponent.utf8)
        var (depth, key): (Int, EntryKey?) = (0, nil)
        var texts: [CatalogueField: [UInt8]] = [:]
        for event in tape.events {
            switch event.kind {
            case .startObject, .startArray: depth += 1
            case .endObject, .endArray: depth -= 1
            case .key: key = EntryKey(Array(tape.bytes(of: event)))
            case .string where depth == 1:
                if let key, texts[key.field] == nil { texts[key.field] = Array(tape.bytes(of: event)) }
            case .string, .scalar: break
            }
        }
        guard let title = texts[.name], ListedName(title).isPicture(), !title.contains(UInt8(ascii: "/")),
            let name = NoteName(file).photo(titled: title)
        else { return nil }
        self.name = name
        page = (texts[.page] ?? texts[.location]).map { LocationDetection.isAbsolute($0) ? $0 : [] } ?? []
        description = texts[.description] ?? []
    }

    /// Makes the photo's row. Throws like the builder's `endEntry`.
    func addRow(to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var listed = Listed()
        var row = ListingRow(ListedName(name).address ?? [], name: name)
        (row.page, row.description) = (page, description)
        listed.rows = [row]
        try builder.take(&listed, at: 1)
    }
}
