/// Judges the later entries of a list in the usual words that have no address in these: each by evidence of its own.
struct LaterEntries {
    /// The entries that are open.
    private(set) var stored = StoredRecord()
    private var growth: ShapeGrowth
    private var plan: ShapePlan

    /// `isAbsolute` says whether the photos' addresses are. Tests choose a smaller limit.
    init(isAbsolute: Bool, origin: DocumentOrigin, mostJudged: Int = ShapeGrowth.mostJudged) {
        plan = ShapePlan(isAbsolute: isAbsolute)
        growth = ShapeGrowth(plan, origin: origin, readsPictures: nil, mostJudged: mostJudged)
    }

    mutating func begin(frame: Int, name: [UInt8]) { stored.begin(frame: frame, name: name) }

    mutating func append(_ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, line: Int?) {
        _ = stored.append(kind, utf8, line: line)
    }

    mutating func drop() { stored.drop() }

    /// What opens the list of them.
    private static let list: EventTape = {
        var tape = EventTape()
        tape.append(.startArray)
        return tape
    }()

    /// Adds rows of the innermost entry, which ends, to `builder`. Returns whether there are any.
    mutating func addRows(to builder: inout CatalogueBuilder) throws(CatalogueFailure) -> Bool {
        guard let (events, name) = stored.record else { return false }
        let record = ShapeGrowth.Record(
            events: events, name: name, holder: ShapeTree.root, opening: Self.list, hasRows: false, isOutermost: false)
        let count = plan.shape.later.count
        var rows = growth.rows(of: record, &plan, isCancelled: builder.isCancelled)
        if rows.rows.allSatisfy(\.isSmall) { return false }
        if plan.shape.later.count > count { builder.shape = plan.shape }
        rows.name(name)
        try rows.flush(into: &builder)
        return true
    }
}

extension ShapePlan {
    /// The plan of a document whose own words say what is a photo.
    fileprivate init(isAbsolute: Bool) {
        self.init(
            tree: ShapeTree(), roles: [], records: [], points: [], isAbsolute: isAbsolute, isMore: [], isHome: [],
            isFieldHome: [], isSized: [], sizeOf: [], markup: [], shape: PhotoShape(records: [], rejected: []))
    }
}

extension ShapeRows {
    /// Names those rows that have no name.
    fileprivate mutating func name(_ name: [UInt8]) {
        guard !name.isEmpty else { return }
        for row in rows.indices where !rows[row].has(.name) {
            rows[row].set(.name, name.withUnsafeBytes { store($0, limit: CatalogueField.name.maximumByteCount + 1) })
        }
    }
}

extension EntryTree {
    /// Whether the innermost object is an entry that has no address so far, in a list or under a name.
    var isInEntryWithoutAddress: Bool {
        guard isInEntry, !draft.hasLocation, !isFeed, !isFeedItem else { return false }
        if case .collection? = frames.dropLast().last { return collection.kind != .undecided }
        return true
    }

    /// Whether an entry is the innermost object.
    var isInEntry: Bool {
        guard !isInSkipped, case .entry? = frames.last else { return false }
        return true
    }

    /// The name of the entry that has just begun; empty in a list.
    var nameOfEntry: [UInt8] {
        if case .collection? = frames.dropLast().last { return collection.key }
        return []
    }

    /// Ends the innermost entry, which has rows already.
    mutating func leaveEntry() {
        frames.removeLast()
        draft.removeAll()
        meaning = nil
    }
}
