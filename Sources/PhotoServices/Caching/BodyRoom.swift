import PhotoCore

/// The room that one body has in memory, and what comes of it while it waits for more. Touched on its fetch's queue alone.
struct BodyRoom {
    private let account: BodyAccount
    private let id: BodyLedger.ID
    private var reserved = 0
    /// What has come while it waits; nil while it does not.
    private var later: [WireEvent]?

    init(_ account: BodyAccount) {
        self.account = account
        id = account.open()
    }

    /// Makes room for a body of `count` bytes, `total` in the end if that is known. Most rows end within the first step, and
    /// reserve no more; what is longer reserves all that it will be.
    mutating func make(for count: Int, total: Int?, answer: @escaping BodyAccount.Answer) -> BodyAccount.Reservation {
        guard count > reserved else { return .granted }
        let step = BodyLedger.smallByteCount
        let wanted =
            count <= step ? min(step, max(count, total ?? step)) : max(count, total ?? count + max(step, count / 2))
        let reservation = account.reserve(wanted, for: id, answer: answer)
        if reservation == .granted { reserved = wanted } else { later = [] }
        return reservation
    }

    /// Whether `event` has to wait, and does now.
    mutating func defers(_ event: WireEvent) -> Bool {
        later?.append(event)
        return later != nil
    }

    /// The wait is over: what has come meanwhile. The next `make` finds out how much there is room for.
    mutating func endWait() -> [WireEvent] {
        defer { later = nil }
        return later ?? []
    }

    /// Gives everything back.
    mutating func release() {
        (reserved, later) = (0, nil)
        account.release(id)
    }
}
