/// How many of a fixed number of bytes each of many bodies holds while it arrives, and which bodies wait. A pure value.
///
/// Bodies that each hold a part could wait for each other for ever. So if all holders wait, the youngest ones give up
/// their bytes until the oldest can continue. Each fits alone: nothing is reserved beyond the limit.
public struct BodyLedger: Sendable {
    /// Identifies a body; younger ones have larger numbers.
    public typealias ID = Int

    /// The outcome for waiting bodies.
    struct Settlement: Sendable, Equatable {
        /// They hold what they asked for.
        var granted: [ID] = []
        /// They have lost their bytes, and must start again later.
        var evicted: [ID] = []
    }

    private struct Body {
        var held = 0
        /// The total number of bytes it waits for.
        var wanted: Int?
    }

    /// 1 MiB, more than most photos on screen: bodies up to this size go before a larger waiting one.
    public static let smallByteCount = 1 << 20

    /// The maximum for all bodies together.
    let limit: Int
    /// The number of reserved bytes.
    private(set) var heldByteCount = 0
    private var bodies: [ID: Body] = [:]

    /// A ledger of `limit` bytes, none of them reserved.
    init(limit: Int) { self.limit = max(0, limit) }

    /// Reserves `byteCount` bytes in total for `id`, clamped to the limit. The settlement contains `id` if it gets them
    /// at once.
    mutating func reserve(_ byteCount: Int, for id: ID) -> Settlement {
        bodies[id, default: Body()].wanted = min(max(0, byteCount), limit)
        return settle()
    }

    /// Frees what `id` holds beyond `byteCount` bytes, because the body is complete.
    mutating func shrink(_ id: ID, to byteCount: Int) -> Settlement {
        guard let held = bodies[id]?.held else { return settle() }
        let less = min(held, max(0, byteCount))
        bodies[id] = Body(held: less)
        heldByteCount -= held - less
        return settle()
    }

    /// Frees the bytes of `id`, and ends its wait.
    mutating func release(_ id: ID) -> Settlement {
        heldByteCount -= bodies.removeValue(forKey: id)?.held ?? 0
        return settle()
    }

    private mutating func settle() -> Settlement {
        var settlement = Settlement()
        while true {
            grant(&settlement)
            let waiting = bodies.filter { $0.value.wanted != nil }
            // A holder that does not wait ends sooner or later.
            guard !waiting.isEmpty, bodies.allSatisfy({ $0.value.wanted != nil || $0.value.held == 0 }),
                let youngest = waiting.filter({ $0.value.held > 0 }).keys.max(), youngest != waiting.keys.min()
            else { return settlement }
            heldByteCount -= bodies.removeValue(forKey: youngest)?.held ?? 0
            settlement.evicted.append(youngest)
        }
    }

    private mutating func grant(_ settlement: inout Settlement) {
        var isFirst = true
        for id in bodies.keys.sorted() {
            guard let body = bodies[id], let wanted = body.wanted else { continue }
            let more = max(0, wanted - body.held)
            guard isFirst || wanted <= Self.smallByteCount, more <= limit - heldByteCount else {
                isFirst = false
                continue
            }
            bodies[id] = Body(held: body.held + more)
            heldByteCount += more
            settlement.granted.append(id)
        }
    }
}
