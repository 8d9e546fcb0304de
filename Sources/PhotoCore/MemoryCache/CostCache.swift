/// A least-recently-used cache with a budget: values have a cost, and what was used longest ago goes first when the sum
/// exceeds the budget. A value type without locks: its owner guards one that is shared.
public struct CostCache<Key: Hashable & Sendable, Value> {
    private struct Node {
        var key: Key
        var value: Value
        var cost: Int
        var older: Int
        var newer: Int
    }
    /// A doubly linked list in an array; `none` ends it, `free` lists the places that can be taken again.
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1
    private static var none: Int { -1 }

    /// The most that all values together may cost.
    public var budget: Int { didSet { evict() } }
    /// What all values together cost.
    private(set) var totalCost = 0
    /// All keys, in no order.
    var keys: some Collection<Key> { places.keys }

    /// An empty cache.
    public init(budget: Int) { self.budget = budget }

    /// The value of `key`, which thereby becomes the one used last.
    public mutating func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        unlink(place)
        linkAsNewest(place)
        return nodes[place]?.value
    }

    /// The value of `key`; the order of use stays.
    func peek(_ key: Key) -> Value? { places[key].flatMap { nodes[$0]?.value } }

    /// Sets the value of `key` and makes it the one used last. What alone costs more than the budget is not kept.
    public mutating func set(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        guard cost <= budget else { return }
        let node = Node(key: key, value: value, cost: cost, older: Self.none, newer: Self.none)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            nodes[place] = node
        } else {
            place = nodes.count
            nodes.append(node)
        }
        places[key] = place
        totalCost += cost
        linkAsNewest(place)
        evict()
    }

    /// Forgets `key`.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return nil }
        unlink(place)
        nodes[place] = nil
        free.append(place)
        totalCost -= node.cost
        return node.value
    }

    private mutating func evict() {
        while totalCost > budget, oldest != Self.none, let key = nodes[oldest]?.key { remove(key) }
    }

    private mutating func unlink(_ place: Int) {
        guard let node = nodes[place] else { return }
        if node.older == Self.none { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
        if node.newer == Self.none { newest = node.older } else { nodes[node.newer]?.older = node.older }
    }

    private mutating func linkAsNewest(_ place: Int) {
        nodes[place]?.older = newest
        nodes[place]?.newer = Self.none
        if newest == Self.none { oldest = place } else { nodes[newest]?.newer = place }
        newest = place
    }
}
