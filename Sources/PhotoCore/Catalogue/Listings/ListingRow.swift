/// What a document that lists files says about one of them. Texts are UTF-8; those left empty are unknown.
package struct ListingRow: Equatable, Sendable {
    /// What it leads to.
    package enum Kind: Sendable {
        /// A photo.
        case photo
        /// Another document or folder that may list photos: a feed, a sitemap, a folder of a store.
        case opens
    }

    package var kind = Kind.photo
    /// Absolute, or relative to the catalogue's base.
    package var location: [UInt8] = []
    package var name: [UInt8] = []
    package var date: [UInt8] = []
    /// What few listings tell: one of a million files copies each row several times.
    fileprivate var rare: [CatalogueField: [UInt8]] = [:]

    package var thumbnail: [UInt8] {
        get { rare[.thumbnail] ?? [] }
        set { rare[.thumbnail] = newValue }
    }
    package var description: [UInt8] {
        get { rare[.description] ?? [] }
        set { rare[.description] = newValue }
    }
    package var author: [UInt8] {
        get { rare[.author] ?? [] }
        set { rare[.author] = newValue }
    }
    package var license: [UInt8] {
        get { rare[.license] ?? [] }
        set { rare[.license] = newValue }
    }
    package var page: [UInt8] {
        get { rare[.page] ?? [] }
        set { rare[.page] = newValue }
    }
    /// Pixels, in decimal digits.
    package var width: [UInt8] {
        get { rare[.width] ?? [] }
        set { rare[.width] = newValue }
    }
    /// Pixels, in decimal digits.
    package var height: [UInt8] {
        get { rare[.height] ?? [] }
        set { rare[.height] = newValue }
    }
    /// That of the file, after the name of its algorithm: "sha1:…". Of a folder, "etag:…", which changes with anything
    /// in it.
    package var checksum: [UInt8] {
        get { rare[.checksum] ?? [] }
        set { rare[.checksum] = newValue }
    }

    package init(_ location: [UInt8] = [], name: [UInt8] = [], kind: Kind = .photo) {
        (self.location, self.name, self.kind) = (location, name, kind)
    }
}

/// What was found in a part of a document that lists files.
package struct Listed: Sendable {
    package var rows: [ListingRow] = []
    /// The title of the whole.
    package var title: String?
    /// The version of a folder: "etag:…"; nil without one, or if it does not change with the folders in it.
    package var version: String?
    /// The base of the rows' addresses, if it is not the document's own.
    package var base: String?
    /// The page after this one, known at the document's end.
    package var next: NextPage?
    /// Documents of which this one is the index.
    package var parts: [NextPage] = []
    /// The names on a page of a store, known at its end.
    package var objects: ObjectPage?

    package init() {}
}

extension CatalogueBuilder {
    /// Takes what was found so far. Throws like ``endEntry(at:problem:isFolder:)``.
    package mutating func take(_ listed: inout Listed, at line: Int) throws(CatalogueFailure) {
        if facts.title == nil, let title = listed.title, !title.isEmpty { facts.title = title }
        if facts.base == nil, let base = listed.base { facts.base = base }
        if let next = listed.next { facts.more.next = next }
        for part in listed.parts { facts.more.add(part: part) }
        listed.parts.removeAll()
        if let objects = listed.objects { facts.objects = objects }
        if let version = listed.version { facts.version = version }
        for row in listed.rows { try add(row, at: line) }
        listed.rows.removeAll(keepingCapacity: true)
    }

    /// Adds a row. Throws like ``endEntry(at:problem:isFolder:)``.
    mutating func add(_ row: ListingRow, at line: Int?) throws(CatalogueFailure) {
        add(.location, row.location)
        add(.name, row.name)
        add(.date, row.date)
        if !row.rare.isEmpty {
            for field in CatalogueField.allCases { if let text = row.rare[field] { add(field, text) } }
        }
        try endEntry(at: line.map { .line($0) }, isFolder: row.kind == .opens)
    }

    private mutating func add(_ field: CatalogueField, _ text: [UInt8]) {
        if !text.isEmpty { text.withUnsafeBytes { add(field, $0) } }
    }
}
