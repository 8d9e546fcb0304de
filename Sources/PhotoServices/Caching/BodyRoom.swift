import PhotoCore

/// One body's share of memory.
struct BodyRoom {
    private let account: MemoryAccount
    private let id: BodyLedger.ID
    private var reserved = 0

    init(_ account: MemoryAccount) {
        self.account = account
        id = account.open()
    }

    /// Makes room for a body of `count` bytes, `total` at its end if known. Most rows end within the first step and
    /// reserve no more; longer bodies reserve their full length.
    mutating func make(
        for count: Int, total: Int?, answer: @escaping MemoryAccount.Answer
    ) -> MemoryAccount.Reservation {
        guard count > reserved else { return .granted }
        let step = BodyLedger.smallByteCount
        let wanted =
            count <= step ? min(step, max(count, total ?? step)) : max(count, total ?? count + max(step, count / 2))
        let reservation = account.reserve(wanted, for: id, answer: answer)
        if reservation == .granted { reserved = wanted }
        return reservation
    }

    /// The body is complete, with `byteCount` bytes in use: they count until the result is freed. Nil if none were
    /// reserved.
    mutating func hand(over byteCount: Int) -> MemoryHold? {
        guard reserved > 0 else { return nil }
        reserved = 0
        return account.hold(byteCount, of: id)
    }

    /// Returns all of its memory.
    mutating func release() {
        reserved = 0
        account.release(id)
    }
}
