/// The addresses of rows in a document with several kinds of records: a photo that two kinds of them show, such as a
/// post and its boost, has one row. What one kind repeats is repeated on purpose.
struct RepeatedRows: Sendable {
    /// The hashes of addresses, each with the number of its kind in the lowest bits. They are seeded by the process, so
    /// no document can make two of them equal.
    private var known: Set<Int> = []

    /// As many addresses are known: 8 bytes each, and the set's room. Later ones are not compared.
    private static let most = 1 << 20
    private static let kindBits = 0xF

    /// Nil for a plan with one kind of records.
    init?(_ plan: ShapePlan) {
        if plan.records.count(where: { $0 != ShapePlan.noRecord }) < 2 { return nil }
    }

    /// Whether a row of another kind of record has had the address. Notes it for this `kind`, of which there are
    /// `count`: at most ``ShapeDecision/maximumRecordCount``, so that they fit in four bits.
    mutating func isRepeated(_ address: UnsafeRawBufferPointer, kind: Int, of count: Int) -> Bool {
        var hasher = Hasher()
        hasher.combine(bytes: address)
        let hash = hasher.finalize() & ~Self.kindBits
        for other in 0..<count where other != kind && known.contains(hash | other) { return true }
        if known.count < Self.most { known.insert(hash | kind) }
        return false
    }
}
