import PhotoCore

/// One body's share of memory.
struct BodyRoom {
    private let account: BodyAccount
    private let id: BodyLedger.ID
    private var reserved = 0

    init(_ account: BodyAccount) {
        self.account = account
        id = account.open()
    }

    /// Makes room for a body of `count` bytes, `total` at its end if known. Most rows end within the first step and
    /// reserve no more; longer bodies reserve their full length.
    mutating func make(for count: Int, total: Int?, answer: @escaping BodyAccount.Answer) -> BodyAccount.Reservation {
        guard count > reserved else { return .granted }
        let step = BodyLedger.smallByteCount
        let wanted =
            count <= step ? min(step, max(count, total ?? step)) : max(count, total ?? count + max(step, count / 2))
        let reservation = account.reserve(wanted, for: id, answer: answer)
        if reservation == .granted { reserved = wanted }
        return reservation
    }

    /// Returns all of its memory.
    mutating func release() {
        reserved = 0
        account.release(id)
    }
}
