/// In which order the photos of a slideshow come, by their places, from 0: each once, and where it goes round, each
/// once more.
///
/// A pure value. In random order no place comes twice before all have come, and a million of them cost what those cost
/// that have come: the order is drawn as it goes (Fisher and Yates's shuffle, of which only what was swapped is kept).
public struct SlideOrder: Sendable {
    /// How many places there are; at least 1.
    public private(set) var count: Int
    /// Whether they come at random.
    let isRandom: Bool
    /// Whether it begins anew after the last.
    let goesRound: Bool
    /// The place that is shown.
    public private(set) var current: Int

    private var generator: any RandomNumberGenerator & Sendable
    /// Of this round, in the order in which they were drawn; the shown one is among them.
    private var drawn: [Int] = []
    /// Which of them is shown.
    private var index = 0
    /// What lies where it does not lie by its number, of what is still to be drawn.
    private var swapped: [Int: Int] = [:]

    /// An order of `count` places that begins with `first`.
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

    /// The place that comes next; nil after the last. The same each time, until it is gone on to.
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
        // The next round does not begin with what is shown.
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

    /// Goes on to the place that comes next; nil, and stays, after the last.
    @discardableResult
    mutating func next() -> Int? {
        guard let place = upcoming() else { return nil }
        index += 1
        current = place
        return place
    }

    /// Goes back to the place before; nil, and stays, at the first.
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

    /// There are more places, at the end.
    public mutating func grow(to count: Int) { self.count = max(self.count, count) }

    private mutating func draw() {
        var generator = generator
        take(from: Int.random(in: drawn.count..<count, using: &generator))
        self.generator = generator
    }

    /// Takes what lies at `slot` of what is not drawn yet; what lies at the first slot takes its place.
    private mutating func take(from slot: Int) {
        let first = drawn.count
        let place = swapped[slot] ?? slot
        swapped[slot] = swapped[first] ?? first
        swapped[first] = nil
        drawn.append(place)
    }
}
