/// The body of a fetch: what is known of it, how much is there, and what that is worth on disk.
struct BodyUnderWay: Sendable {
    /// Nil for a file's, and before there is one.
    var head: StoredHead?
    var byteCount = 0
    /// How long it is, as far as the server says; of an encoded one, how long its encoding is.
    var shownTotal: Int?
    var isEncoded = false
    /// How many bytes were there before those of the reply under way, and where in the body that reply ends.
    var start = 0
    var expectedEnd: Int?
    /// How many bytes are surely right, where not all are; 0 where it may lack its end.
    var soundByteCount: Int?
    /// Whether it suffices for what is asked, while the few bytes that are left of the reply still come.
    var isEnough = false
    /// What is to be asked for, should that be needed.
    var verdict = FetchActivity.Verdict.more(upTo: nil)

    var total: Int? { isEncoded ? nil : shownTotal }
    var isResumable: Bool { !isEncoded && head?.strongValidator != nil }

    init(
        head: StoredHead? = nil, shownTotal: Int? = nil, isEncoded: Bool = false,
        expectedEnd: Int? = nil
    ) {
        (self.head, self.shownTotal, self.isEncoded, self.expectedEnd) = (
            head, shownTotal, isEncoded, expectedEnd
        )
    }

    /// What is held is there.
    init(_ held: HeldReply) {
        (head, byteCount, shownTotal) = (held.head, held.byteCount, held.head.totalByteCount)
    }

    /// Whether a piece further on can be fetched without what lies before it, and is not more than half of what is
    /// missing.
    func mayAsk(for piece: Range<Int>) -> Bool {
        guard let total, head?.strongValidator != nil else { return false }
        return piece.upperBound <= total && piece.count <= (total - byteCount) / 2
            && piece.lowerBound > byteCount
    }

    /// What becomes of a streamed one, which is on disk already.
    func kept(streamed isWhole: Bool) -> FetchActivity.Kept {
        if isWhole { return soundByteCount == nil ? .whole : .nothing }
        // What can't be gone on from is worth nothing. What may be cut short is neither whole nor a beginning.
        guard isResumable, byteCount <= soundByteCount ?? byteCount else { return .nothing }
        return .beginning(byteCount, isMore: byteCount > start)
    }

    /// What becomes of a collected one; `isStoredWhole` is whether another is on disk, all of it.
    func kept(collected isWhole: Bool, isStoredWhole: Bool) -> FetchActivity.Kept {
        guard let head else { return .nothing }
        // An empty body is nothing to show again; one that came instead of what is stored takes its place all the same.
        guard Freshness(head).isStorable, byteCount > 0 || !isWhole else { return .removed }
        if byteCount == 0 { return .nothing }
        // What is stored was of another version, or the beginning of what went wrong.
        if let soundByteCount, isWhole || soundByteCount == 0 { return .removed }
        if isWhole { return .whole }
        // Nothing can go on from an encoded beginning; and a whole photo, stale as it is, is worth more than another's.
        if isEncoded || isStoredWhole && head.strongValidator == nil { return .nothing }
        return .beginning(soundByteCount ?? byteCount, isMore: true)
    }
}
