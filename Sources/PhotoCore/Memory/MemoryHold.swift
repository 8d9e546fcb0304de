import Synchronization

/// Memory that counts in a ``MemoryAccount`` until the last reference to this goes. From any thread.
package final class MemoryHold: Sendable {
    /// Where it counts.
    enum Share: Sendable {
        case body(BodyLedger.ID)
        case decode(DecodeLedger.ID)

        var id: Int {
            switch self {
            case .body(let id), .decode(let id): id
            }
        }
    }
    private let account: MemoryAccount
    private let share: Mutex<Share>

    init(_ account: MemoryAccount, _ share: Share) {
        self.account = account
        self.share = Mutex(share)
    }

    deinit { account.release(share.withLock { $0 }) }

    /// What it counts stays for as long as a photo is open: `byteCount` bytes.
    package func keep(_ byteCount: Int) {
        let before = share.withLock { share in
            defer { share = .decode(share.id) }
            return share
        }
        account.keep(byteCount, of: before)
    }

    /// Counts `byteCount` other bytes in the same account.
    func another(_ byteCount: Int) -> MemoryHold { account.hold(byteCount) }
}
