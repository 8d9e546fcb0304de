/// The addresses of rows in a document with several kinds of records: a photo that two kinds of them show, such as a
/// post and its boost, has one row. What one kind repeats is repeated on purpose.
struct RepeatedRows: Sendable {
    /// The hashes of addresses, each with the number of its kind in the lowest bits. They are seeded by the process, so
    /// no document can make two of them equal.
    private var known: Set<Int> = []

    /// As many addresses are known: 16 bytes each, and the set's room. Later ones are not compared.
    private static let most = 1 << 20
    private static let kindBits = 0x1F
    /// The kind of records with a shape of their own.
    private static let later = ShapeDecision.maximumRecordCount

    /// For each kind of records the one whose photos it has: a gallery's are those of the record that holds it.
    private let kinds: [Int]

    /// Nil for a plan with one kind of records.
    init?(_ plan: ShapePlan) {
        if plan.records.count(where: { $0 != ShapePlan.noRecord }) < 2 { return nil }
        kinds = plan.records.indices.map { kind in
            guard plan.isMore[kind], plan.records[kind] != ShapePlan.noRecord else { return kind }
            let around = plan.tree.ancestors(of: plan.records[kind])
            return plan.records.indices.first {
                $0 != kind && plan.records[$0] > ShapeTree.root && around.contains(plan.records[$0])
            } ?? kind
        }
    }

    /// Whether a row of another kind of record has had the address. Notes it for this `kind`, the number of a record's
    /// shape, or nil for one of its own.
    mutating func isRepeated(_ address: UnsafeRawBufferPointer, kind: Int?) -> Bool {
        let kind = kind.map { kinds.indices.contains($0) ? kinds[$0] : $0 } ?? Self.later
        var hasher = Hasher()
        hasher.combine(bytes: address)
        let hash = hasher.finalize() & ~Self.kindBits
        for other in 0...Self.later where other != kind && known.contains(hash | other) { return true }
        if known.count < Self.most { known.insert(hash | kind) }
        return false
    }
}
