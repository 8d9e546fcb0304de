/// The shapes of later records, each with a reader of its own. Where there are too many, the one that was used least
/// recently makes room: its records are judged again when they come back.
struct LaterShapes {
    /// As many are kept at once.
    static let most = 128
    /// The most paths of all of them together.
    static let mostPaths = 8 * ShapeTree.maximumNodeCount
    /// A record of an unknown kind is read by as many of them, the last ones that had photos.
    private static let mostTries = 16

    /// What is known of a shape.
    private struct Known {
        let number: Int
        /// The path of the object or array that holds its records.
        let holder: Int32
        /// The paths of its photos' addresses.
        let addresses: Set<String>
        let pathCount: Int
    }

    /// The rows of records by a shape.
    struct Found {
        /// The shape's number.
        let number: Int
        let rows: ShapeRows
        /// Whether the shape was not known.
        var isNew = false
        /// The numbers of shapes that made room for it.
        var gone: [Int] = []
    }

    /// The last one used first.
    private var recent: [Known] = []
    private var readers: [Int: LaterReader] = [:]
    private var count = 0
    private var pathCount = 0

    /// The rows of a record, by the shape with that number.
    mutating func rows(of record: ShapeGrowth.Record, by number: Int) -> ShapeRows {
        if let place = recent.firstIndex(where: { $0.number == number }) { use(place) }
        return readers[number]?.rows(of: record.events, record.name) ?? ShapeRows()
    }

    /// The rows of a record, by one of the last shapes of the same list that has any; nil without one.
    mutating func firstRows(of record: ShapeGrowth.Record) -> Found? {
        var tries = 0
        for place in recent.indices where recent[place].holder == record.holder && tries < Self.mostTries {
            tries += 1
            let number = recent[place].number
            guard let rows = readers[number]?.rows(of: record.events, record.name), !rows.rows.isEmpty else { continue }
            use(place)
            return Found(number: number, rows: rows)
        }
        return nil
    }

    /// The rows of kept records by their shape, or by a known one that has all its addresses; nil if it finds none.
    mutating func rows(
        of kept: EventTape, _ plan: ShapePlan, of record: ShapeGrowth.Record, _ readsPictures: MarkupText.ReadsPictures?
    ) -> Found? {
        let addresses = Set(plan.shape.records.flatMap(\.addresses).map(\.path))
        let place = recent.firstIndex { $0.holder == record.holder && addresses.isSubset(of: $0.addresses) }
        if let place {
            let number = recent[place].number
            guard let rows = readers[number]?.rows(of: kept, nil), !rows.rows.isEmpty else { return nil }
            use(place)
            return Found(number: number, rows: rows)
        }
        var reader = LaterReader(plan, of: record, readsPictures)
        let rows = reader.rows(of: kept, nil)
        guard !rows.rows.isEmpty else { return nil }
        var found = Found(number: count, rows: rows, isNew: true)
        count += 1
        while recent.count >= Self.most || pathCount + reader.pathCount > Self.mostPaths, let last = recent.popLast() {
            pathCount -= last.pathCount
            readers[last.number] = nil
            found.gone.append(last.number)
        }
        let known = Known(
            number: found.number, holder: record.holder, addresses: addresses, pathCount: reader.pathCount)
        recent.insert(known, at: 0)
        readers[found.number] = reader
        pathCount += reader.pathCount
        return found
    }

    private mutating func use(_ place: Int) {
        if place > 0 { recent.insert(recent.remove(at: place), at: 0) }
    }
}

/// Reads records of one later shape.
private struct LaterReader {
    /// The reader as it was after the decision.
    private let first: ShapeReader
    private var reader: ShapeReader
    /// How many arrays and objects are open around the records.
    private let depth: Int
    /// Gets no rows.
    private var unused = CatalogueBuilder()

    /// The most paths that records may add. With more, the reader begins again with those of the decision.
    private static let mostNewPaths = 256

    init(_ plan: ShapePlan, of record: ShapeGrowth.Record, _ readsPictures: MarkupText.ReadsPictures?) {
        var reader = ShapeReader(plan, readsPictures: readsPictures)
        reader.holdsRows = true
        var unused = CatalogueBuilder()
        reader.read(record.opening, closing: nil, into: &unused)
        (first, self.reader, depth) = (reader, reader, reader.frames.count)
    }

    /// The paths of the decision.
    var pathCount: Int { first.plan.tree.nodes.count }

    /// The rows of records. `name` is the key of one in an object whose keys are names.
    mutating func rows(of records: EventTape, _ name: [UInt8]?) -> ShapeRows {
        if reader.plan.tree.nodes.count > pathCount + Self.mostNewPaths {
            // What it has judged counts on: each judgement looks at all paths.
            let judged = reader.judgements
            reader = first
            reader.judgements = judged
        }
        if let name, let top = reader.frames.last, reader.plan.tree[top.node].isMap {
            name.withUnsafeBytes { reader.key($0) }
        }
        reader.read(records, closing: depth, into: &unused)
        return reader.found.takeRows()
    }
}
