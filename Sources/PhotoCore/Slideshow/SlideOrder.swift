/// The order of a slideshow's photos, by their places from 0: each once per round.
///
/// A pure value. In random order no place repeats before all have been shown, and a million places take only the memory
/// of those shown: the order is drawn on demand (Fisher and Yates's shuffle, which stores only swapped places).
public struct SlideOrder: Sendable {
    /// The number of places; at least 1.
    public private(set) var count: Int
    let isRandom: Bool
    /// Whether it starts over after the last.
    let goesRound: Bool
    /// The current place.
    public private(set) var current: Int

    private var generator: any RandomNumberGenerator & Sendable
    /// The places drawn in this round, in order, including the current one.
    private var drawn: [Int] = []
    /// The index of the current place in them.
    private var index = 0
    /// The swapped places among those not yet drawn.
    private var swapped: [Int: Int] = [:]

    /// An order of `count` places that starts with `first`.
    public init(
        count: Int, startingAt first: Int, isRandom: Bool, goesRound: Bool,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.count = max(1, count)
        self.isRandom = isRandom
        self.goesRound = goesRound
        self.generator = generator
        current = min(max(0, first), self.count - 1)
        if isRandom { take(from: current) }
    }

    /// The next place; nil after the last. The same at each call until the order advances.
    public mutating func upcoming() -> Int? {
        guard isRandom else {
            if current + 1 < count { return current + 1 }
            return goesRound && count > 1 ? 0 : nil
        }
        if index + 1 < drawn.count { return drawn[index + 1] }
        if drawn.count < count {
            draw()
            return drawn[index + 1]
        }
        guard goesRound, count > 1 else { return nil }
        // The next round does not start with the current place.
        let last = current
        drawn = []
        swapped = [:]
        repeat {
            drawn = []
            swapped = [:]
            draw()
        } while drawn[0] == last
        index = -1
        return drawn[0]
    }

    /// Advances to the next place; nil, without a change, after the last.
    @discardableResult
    mutating func next() -> Int? {
        guard let place = upcoming() else { return nil }
        index += 1
        current = place
        return place
    }

    /// Goes back to the previous place; nil, without a change, at the first.
    @discardableResult
    mutating func previous() -> Int? {
        if isRandom {
            guard index > 0 else { return nil }
            index -= 1
            current = drawn[index]
        } else if current > 0 {
            current -= 1
        } else {
            guard goesRound, count > 1 else { return nil }
            current = count - 1
        }
        return current
    }

    /// Adds places at the end.
    public mutating func grow(to count: Int) { self.count = max(self.count, count) }

    private mutating func draw() {
        var generator = generator
        take(from: Int.random(in: drawn.count..<count, using: &generator))
        self.generator = generator
    }

    /// Takes the place at `slot` of those not drawn, and moves the first slot's place there.
    private mutating func take(from slot: Int) {
        let first = drawn.count
        let place = swapped[slot] ?? slot
        swapped[slot] = swapped[first] ?? first
        swapped[first] = nil
        drawn.append(place)
    }
}
