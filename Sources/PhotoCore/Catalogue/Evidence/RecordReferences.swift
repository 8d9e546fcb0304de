/// What the records of a document refer to elsewhere in it: objects with more of the same photo, whose keys are the
/// references.
///
/// Such an object has the name of the record that refers to it. If that record has a row already, the row waits for the
/// object, and gets what it lacks.
struct RecordReferences {
    private var names = NamedReferences()
    /// Nil if no rows have to wait.
    private var waiting: ReferringRows?
    /// The paths of objects whose keys turned out to be references.
    private var expansions: Set<Int32> = []
    private var open: [Open] = []

    /// An array or an object that is open.
    private struct Open {
        /// The hash of its key, if that is a reference.
        let reference: Int?
        /// How many keys it has had, if all of them are references; nil otherwise.
        var keyCount: Int? = 0
    }

    /// Nil for a document by whose plan no record refers to another. `waits` says whether rows may have to wait.
    init?(_ plan: ShapePlan, waits: Bool) {
        waiting = waits ? ReferringRows(plan) : nil
        let isNamed = plan.records.contains { $0 > 0 && plan.tree[plan.tree[$0].parent].isMap }
        if !isNamed, waiting == nil { return nil }
    }

    /// An array or an object begins; `key` is its name, or empty.
    mutating func begin(_ key: [UInt8]) {
        let isReference = waiting != nil && NamedReferences.isReference(key)
        open.append(Open(reference: isReference ? key.withUnsafeBytes { NamedReferences.hash($0) } : nil))
    }

    /// The name of the record that refers to a key; nil if there was none.
    func name(of key: [UInt8]) -> [UInt8]? { names.name(of: key) }

    /// A key of the innermost object, which lies at `node` in no record. Returns whether the keys of this object are
    /// references, which was not seen at the decision.
    mutating func expands(_ node: Int32, _ key: UnsafeRawBufferPointer, in tree: ShapeTree) -> Bool {
        guard waiting != nil, !tree[node].isMap, let top = open.indices.last, let count = open[top].keyCount else {
            return false
        }
        guard NamedReferences.isReference(key) else {
            open[top].keyCount = nil
            return false
        }
        open[top].keyCount = count + 1
        // An object that had other keys before is none of references.
        guard tree[node].childCount <= count, waiting?.refer(to: key) == true else { return false }
        expansions.insert(node)
        return true
    }

    /// A text in the record of that frame. `isOwn` says whether it stands in the record itself, whose path is `record`.
    mutating func add(
        _ text: UnsafeRawBufferPointer, _ node: Int32, in tree: ShapeTree, frame: Int, record: Int32, isOwn: Bool
    ) {
        names.add(text, node, in: tree, frame: frame, record: record, isOwn: isOwn)
    }

    /// The record of that frame ends. Returns the hashes of what its row may wait for.
    mutating func endRecord(frame: Int) -> [Int] {
        let inner = names.end(frame: frame)
        return waiting == nil ? [] : inner
    }

    /// The innermost array or object ends, whose rows begin at `first`, or at nil if some were handed over; `holder` is
    /// the path of what it lies in. Takes those rows that are no photos of their own.
    mutating func end(_ found: inout ShapeRows, from first: Int?, in holder: Int32?) {
        guard let reference = open.popLast()?.reference, let first else { return }
        if found.rows.count == first + 1 { waiting?.join(&found, to: reference) }
        // Pictures of what nobody refers to, such as an owner's, are none of the photos.
        if let holder, expansions.contains(holder), found.rows.count > first { found.rows.removeSubrange(first...) }
    }

    /// Hands rows over, unless they have to wait.
    mutating func handOver(_ found: inout ShapeRows, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard waiting?.take(found.rows) == true else { return try found.flush(into: &builder) }
        let isMore = !found.rows.isEmpty
        waiting?.hold(&found)
        guard isMore, waiting?.isFull == true else { return }
        try waiting?.flush(into: &builder)
        waiting = nil
    }

    /// The document's value ends: rows wait no longer.
    mutating func flush(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try waiting?.flush(into: &builder)
    }
}
