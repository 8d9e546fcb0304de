/// The body of a fetch: its head, how many bytes there are, and what they are worth on disk.
struct BodyUnderWay: Sendable {
    /// Nil for a file, and before the reply begins.
    var head: StoredHead?
    var byteCount = 0
    /// The body's length according to the server; for an encoded body, the length of the encoding.
    var shownTotal: Int?
    var isEncoded = false
    /// How many bytes precede the current reply, and where in the body that reply ends.
    var start = 0
    var expectedEnd: Int?
    /// How many bytes are certainly right, if not all; 0 if the body may lack its end.
    var soundByteCount: Int?
    /// Whether the body suffices, while the last few bytes of the reply still arrive.
    var isEnough = false
    /// What to request next, if necessary.
    var verdict = FetchActivity.Verdict.more(upTo: nil)

    var total: Int? { isEncoded ? nil : shownTotal }
    var isResumable: Bool { !isEncoded && head?.strongValidator != nil }

    init(
        head: StoredHead? = nil, shownTotal: Int? = nil, isEncoded: Bool = false,
        expectedEnd: Int? = nil
    ) {
        (self.head, self.shownTotal, self.isEncoded, self.expectedEnd) = (head, shownTotal, isEncoded, expectedEnd)
    }

    /// What is held is there.
    init(_ held: HeldReply) {
        (head, byteCount, shownTotal) = (held.head, held.byteCount, held.head.totalByteCount)
    }

    /// Whether a piece further on can be fetched on its own, and is at most half of what is missing.
    func mayAsk(for piece: Range<Int>) -> Bool {
        guard let total, head?.strongValidator != nil else { return false }
        return piece.upperBound <= total && piece.count <= (total - byteCount) / 2
            && piece.lowerBound > byteCount
    }

    /// What happens to a streamed body, which is on disk already.
    func kept(streamed isWhole: Bool) -> FetchActivity.Kept {
        if isWhole { return soundByteCount == nil ? .whole : .nothing }
        // A body that cannot be resumed is worth nothing. One that may be cut short is neither whole nor a beginning.
        guard isResumable, byteCount <= soundByteCount ?? byteCount else { return .nothing }
        return .beginning(byteCount, isMore: byteCount > start)
    }

    /// What happens to a collected body. `isStoredWhole`: another body is complete on disk.
    func kept(collected isWhole: Bool, isStoredWhole: Bool) -> FetchActivity.Kept {
        guard let head else { return .nothing }
        // An empty body shows nothing, but still replaces an older one.
        guard Freshness(head).isStorable, byteCount > 0 || !isWhole else { return .removed }
        if byteCount == 0 { return .nothing }
        // The stored body has another version, or is the start of a failure.
        if let soundByteCount, isWhole || soundByteCount == 0 { return .removed }
        if isWhole { return .whole }
        // An encoded beginning cannot be resumed. A whole stale photo is worth more than another's beginning.
        if isEncoded || isStoredWhole && head.strongValidator == nil { return .nothing }
        return .beginning(soundByteCount ?? byteCount, isMore: true)
    }
}
