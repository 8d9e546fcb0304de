/// How many of a fixed number of bytes each decode and each decoded photo holds, and which decodes wait. A pure value.
///
/// A decode asks once, before it begins, for all that it will take: so no decode that holds memory waits for more.
/// Running decodes end; decoded photos stay as long as they are open. If only open photos are in the way, they are
/// asked to release what is not seen, and what still does not fit is refused.
package struct DecodeLedger: Sendable {
    /// Identifies a decode and its result; later ones have larger numbers.
    package typealias ID = Int

    /// The order of those that wait; among equals, the first come first.
    package enum Urgency: Int, Sendable, CaseIterable, Comparable {
        /// A photo on its page.
        case opened
        /// A row on screen.
        case listed

        /// See Comparable.
        package static func < (one: Urgency, other: Urgency) -> Bool { one.rawValue < other.rawValue }
    }

    /// The outcome for waiting decodes.
    struct Settlement: Sendable, Equatable {
        /// They hold what they asked for.
        var granted: [ID] = []
        /// Open photos hold what they asked for, and do not release it.
        var refused: [ID] = []
        /// Open photos must release what is not seen; then call ``DecodeLedger/reclaimed()``.
        var reclaims = false
    }

    private struct Waiter {
        let id: ID
        let byteCount: Int
        let urgency: Urgency
        /// How many later ones have begun before it.
        var passes = 0
    }

    private enum Reclaim { case notAsked, asked, done }

    /// Most photos of a list take less, at an eighth of their size: these begin before a larger one that waits.
    private static let mostSmallByteCount = 16 << 20
    /// After this number of later decodes it is a waiting one's turn, whatever its size and urgency.
    static let mostPasses = 32

    /// The maximum for all together.
    let limit: Int
    /// What counts as small. Larger decodes leave this much to small ones.
    let smallByteCount: Int
    /// The number of bytes of running decodes and open photos.
    private(set) var heldByteCount = 0
    private var running: [ID: Int] = [:]
    private var kept: [ID: Int] = [:]
    private var waiters: [Waiter] = []
    private var reclaim = Reclaim.notAsked

    /// A ledger of `limit` bytes, none of them held.
    init(limit: Int) {
        self.limit = max(0, limit)
        smallByteCount = min(Self.mostSmallByteCount, self.limit / 8)
    }

    /// The most bytes that a decode can hold.
    var most: Int { limit - smallByteCount }

    // MARK: - Events

    /// A decode needs `byteCount` bytes, clamped to ``most``. The settlement contains `id` if it gets them at once.
    mutating func reserve(_ byteCount: Int, for id: ID, _ urgency: Urgency) -> Settlement {
        waiters.append(Waiter(id: id, byteCount: min(max(0, byteCount), most), urgency: urgency))
        return settle()
    }

    /// The decode has ended, and its result of `byteCount` bytes stays. Also for a result without a decode, which
    /// exists already: it counts even beyond the limit.
    mutating func keep(_ byteCount: Int, for id: ID) -> Settlement {
        remove(id)
        kept[id] = min(max(0, byteCount), Int(Int32.max) << 8)
        heldByteCount += kept[id] ?? 0
        return settle()
    }

    /// Frees the bytes of `id`, and ends its wait.
    mutating func release(_ id: ID) -> Settlement {
        remove(id)
        return settle()
    }

    /// Open photos have released what they can.
    mutating func reclaimed() -> Settlement {
        if reclaim == .asked { reclaim = .done }
        return settle()
    }

    private mutating func remove(_ id: ID) {
        heldByteCount -= (running.removeValue(forKey: id) ?? 0) + (kept.removeValue(forKey: id) ?? 0)
        waiters.removeAll { $0.id == id }
    }

    // MARK: - Decisions

    private mutating func settle() -> Settlement {
        var settlement = Settlement()
        while true {
            grant(&settlement)
            // A running decode ends sooner or later.
            guard running.isEmpty, let first = line.first else {
                reclaim = .notAsked
                return settlement
            }
            switch reclaim {
            case .notAsked:
                reclaim = .asked
                settlement.reclaims = true
                return settlement
            case .asked: return settlement
            case .done:
                remove(first.id)
                settlement.refused.append(first.id)
            }
        }
    }

    /// Those that wait, in the order in which they are considered.
    private var line: [Waiter] {
        waiters.sorted { one, other in
            let isLate = (one.passes >= Self.mostPasses, other.passes >= Self.mostPasses)
            if isLate.0 != isLate.1 { return isLate.0 }
            // Those that were passed too often, in the order of their arrival.
            if !isLate.0, one.urgency != other.urgency { return one.urgency < other.urgency }
            return one.id < other.id
        }
    }

    private mutating func grant(_ settlement: inout Settlement) {
        while let next = nextFitting {
            remove(next.id)
            running[next.id] = next.byteCount
            heldByteCount += next.byteCount
            settlement.granted.append(next.id)
            for index in waiters.indices where waiters[index].id < next.id { waiters[index].passes += 1 }
        }
    }

    private var nextFitting: Waiter? {
        var isPassing = false
        for waiter in line {
            let isSmall = waiter.byteCount <= smallByteCount
            let isAllowed = !isPassing || isSmall
            if isAllowed, waiter.byteCount <= (isSmall ? limit : most) - heldByteCount { return waiter }
            if waiter.passes >= Self.mostPasses { return nil }
            isPassing = true
        }
        return nil
    }
}
