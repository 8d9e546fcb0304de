/// How far photos are that are taken along together. A pure value.
public struct SaveProgress: Sendable, Equatable {
    /// How many there are.
    public let total: Int
    /// How many of them are there, or will not be.
    public private(set) var done = 0
    /// What those are called that are under way, by their number.
    private var parts: [Int: SavePart] = [:]

    /// `total` photos, of which none is begun.
    init(total: Int) { self.total = total }

    /// How many are finished or under way: "3 of 10" counts the third from its beginning.
    public var begun: Int { done + parts.count }

    /// 0 to 1; nil while that of a single photo is not known.
    public var fraction: Double? {
        if total == 1, let part = parts.first?.value, part.fraction == nil { return nil }
        guard total > 0 else { return 1 }
        return min(1, (Double(done) + parts.values.reduce(0) { $0 + ($1.fraction ?? 0) }) / Double(total))
    }

    /// Bytes received of those under way.
    public var byteCount: Int { parts.values.reduce(0) { $0 + $1.byteCount } }

    mutating func begin(_ number: Int) { parts[number] = SavePart(fraction: 0) }

    mutating func move(_ number: Int, to part: SavePart) { if parts[number] != nil { parts[number] = part } }

    mutating func end(_ number: Int) { if parts.removeValue(forKey: number) != nil { done += 1 } }
}
