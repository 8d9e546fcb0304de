/// How much of a fixed number of bytes each of many bodies holds while it comes, and which of them wait. A pure value.
///
/// Bodies that each hold a part could wait for each other for ever. So where all that hold something wait, the youngest
/// of them gives up what it holds, until the oldest can go on. Each fits alone: nothing is reserved beyond the limit.
public struct BodyLedger: Sendable {
    /// Names a body; younger ones have larger numbers.
    public typealias ID = Int

    /// What becomes of bodies that waited.
    struct Settlement: Sendable, Equatable {
        /// They hold what they asked for.
        var granted: [ID] = []
        /// They hold nothing any more, and are to begin again later.
        var evicted: [ID] = []
    }

    private struct Body {
        var held = 0
        /// How many bytes it waits to hold in all.
        var wanted: Int?
    }

    /// 1 MiB, more than most photos on screen take: bodies so small go before a larger one that waits.
    public static let smallByteCount = 1 << 20

    /// The most bytes that all bodies hold together.
    let limit: Int
    /// How many bytes are held.
    private(set) var heldByteCount = 0
    private var bodies: [ID: Body] = [:]

    /// A ledger of `limit` bytes, of which none is held.
    init(limit: Int) { self.limit = max(0, limit) }

    /// `id` is to hold `byteCount` bytes in all, at most the limit. The settlement names it if it does at once.
    mutating func reserve(_ byteCount: Int, for id: ID) -> Settlement {
        bodies[id, default: Body()].wanted = min(max(0, byteCount), limit)
        return settle()
    }

    /// `id` holds nothing any more, and waits for nothing.
    mutating func release(_ id: ID) -> Settlement {
        heldByteCount -= bodies.removeValue(forKey: id)?.held ?? 0
        return settle()
    }

    private mutating func settle() -> Settlement {
        var settlement = Settlement()
        while true {
            grant(&settlement)
            let waiting = bodies.filter { $0.value.wanted != nil }
            // Whatever holds something and does not wait ends sooner or later.
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
