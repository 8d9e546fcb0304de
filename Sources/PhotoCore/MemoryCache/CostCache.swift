/// A least-recently-used cache with a budget: each value has a cost, and the least recently used goes first when the
/// total exceeds the budget. A value type without locks: a shared one needs its owner's lock.
public struct CostCache<Key: Hashable & Sendable, Value> {
    private struct Node {
        var key: Key
        var value: Value
        var cost: Int
        var older: Int
        var newer: Int
    }
    /// A doubly linked list in an array; `none` ends it, and `free` lists the unused places.
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1
    private static var none: Int { -1 }

    /// The maximum total cost.
    public var budget: Int { didSet { evict() } }
    private(set) var totalCost = 0
    var keys: some Collection<Key> { places.keys }

    /// An empty cache.
    public init(budget: Int) { self.budget = budget }

    /// The value of `key`, which becomes the most recently used.
    public mutating func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        unlink(place)
        linkAsNewest(place)
        return nodes[place]?.value
    }

    /// The value of `key`, without a change of the order.
    func peek(_ key: Key) -> Value? { places[key].flatMap { nodes[$0]?.value } }

    /// Sets the value of `key`, which becomes the most recently used. A value that exceeds the budget alone is dropped.
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
