/// Rows of records that refer to other objects of the document: `{ThumbnailUrl: "https://…", Uris: {Sizes: {Uri:
/// "/image/x!sizes"}}}` and `Expansions: {"/image/x!sizes": {…}}`. The rows wait for these, which have more of the same
/// photos.
struct ReferringRows {
    private var held = ShapeRows()
    /// The places of rows by the hashes of what their records refer to; ``several`` for what several do.
    private var places: [Int: Int] = [:]
    /// Whether rows wait that have more than a thumbnail.
    private let takesAll: Bool

    /// As many rows wait: more than a page of a reply has. Then they wait no longer.
    static let most = 1024
    /// The most memory for their texts, in bytes.
    private static let mostBytes = 1 << 20
    private static let several = -1

    /// For a plan by which some rows may have to wait; nil for another.
    init?(_ plan: ShapePlan) {
        let isNamed = { (record: Int32) in plan.tree[plan.tree[record].parent].isMap }
        let records = plan.records.filter { $0 > 0 }
        takesAll = records.contains(where: isNamed)
        var larger: Set<Int> = []
        for case .photo(let address) in plan.roles where address.making != .thumbnail { larger.insert(address.record) }
        let mayWait = plan.records.indices.contains { record in
            let node = plan.records[record]
            return node > 0 && !isNamed(node) && (takesAll || !larger.contains(record))
        }
        if !mayWait { return nil }
    }

    var isEmpty: Bool { held.rows.isEmpty }
    var isFull: Bool { held.rows.count >= Self.most || held.buffer.count >= Self.mostBytes }

    /// Whether records of rows refer to the object with this key.
    func refer(to key: UnsafeRawBufferPointer) -> Bool {
        !isEmpty && NamedReferences.isReference(key) && places[NamedReferences.hash(key)] != nil
    }

    /// Whether rows have to wait: also those that follow others.
    func take(_ rows: [ShapeRows.Row]) -> Bool {
        !isEmpty || rows.contains { !$0.references.isEmpty && (takesAll || $0.isSmall) }
    }

    /// Rows wait, after the others.
    mutating func hold(_ found: inout ShapeRows) {
        for (place, row) in found.rows.enumerated() {
            for reference in row.references {
                places[reference] = places[reference] == nil ? held.rows.count + place : Self.several
            }
        }
        held.adopt(&found)
        found.compact()
    }

    /// Takes the last one of `found`, and joins it with the row that alone refers to its object.
    mutating func join(_ found: inout ShapeRows, to reference: Int) {
        guard let place = places[reference], let last = found.rows.popLast() else { return }
        // A key may come again and again.
        if place >= 0, held.buffer.count < 2 * Self.mostBytes { held.join(last, of: found, at: place) }
    }

    /// Hands over all rows.
    mutating func flush(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        places.removeAll()
        try held.flush(into: &builder)
    }
}

extension ShapeRows {
    /// Adds to a row what `other` has of the same photo: a larger picture, and the fields that it lacks.
    fileprivate mutating func join(_ row: Row, of other: ShapeRows, at place: Int) {
        var own = rows[place]
        let copy = { (field: Int, rows: inout ShapeRows) -> Text in
            let text = row.fields[field]
            return other.buffer[text.start..<text.end].withUnsafeBytes { rows.store($0, limit: $0.count) }
        }
        let sized: [CatalogueField] = [.location, .width, .height]
        let isLarger = own.isJoined && other.longerSide(of: row) > longerSide(of: own)
        if !row.isSmall, own.isSmall || isLarger {
            if own.isSmall { own.set(.thumbnail, own.fields[Int(CatalogueField.location.rawValue)]) }
            for field in sized { own.set(field, copy(Int(field.rawValue), &self)) }
            (own.isSmall, own.isJoined) = (false, true)
        }
        for field in CatalogueField.allCases where !sized.contains(field) && !own.has(field) && row.has(field) {
            own.set(field, copy(Int(field.rawValue), &self))
        }
        rows[place] = own
    }

    private func longerSide(of row: Row) -> Int {
        [CatalogueField.width, .height].map { row.fields[Int($0.rawValue)] }.map { text in
            buffer[text.start..<text.end].withUnsafeBytes { PictureSize.pixels($0) ?? 0 }
        }.max() ?? 0
    }
}
