/// Lists an ordered store of names, which gives them in pages, from several places at once.
///
/// A pure value. A store tells no names but those of a page, so where to begin is guessed: an interval without names
/// costs one request. Names are UTF-8, in the order of their bytes; a guess is ASCII, so that it can be in an address.
package struct KeySpace: Sendable {
    /// What to ask for next.
    package struct Request: Sendable, Equatable {
        /// The interval that the page belongs to.
        package let interval: Int
        /// The names wanted follow this one; empty for the first.
        package let after: [UInt8]
        /// Where the last page of the interval ended, as the store says; nil for an interval's first page.
        package let next: NextPage?
    }

    /// Names greater than where it begins, up to its end, which belongs to it.
    private struct Interval {
        let number: Int
        /// The last name that is known, or where it begins.
        var position: [UInt8]
        /// Nil for the last interval.
        var end: [UInt8]?
        var next: NextPage?
        var isAsked = false
        var isDone = false
        /// Its last page; nil before the first.
        var page: ObjectPage?
        /// How many of the last pages were empty.
        var emptyCount = 0
    }

    /// In the order of their names.
    private var intervals: [Interval]
    private var lastNumber = 0
    private var alphabet = NameAlphabet()
    /// Guesses that found nothing, and pages that brought names.
    private var misses = 0
    private var pages = 0
    private var longestPage = 0
    private let mostAtOnce: Int
    /// What was seen of a store that lists in an order of its own: hashes of where it goes on, and of its pages. Nil
    /// for others.
    private var seen: Set<Int>?

    /// Guesses that may fail before any has succeeded.
    private static let mostMisses = 60
    /// As many pages without names may follow each other: stores leave out what was deleted.
    private static let mostEmptyPages = 1000
    /// Fewer pages are not worth a guess.
    private static let leastPages = 1.5

    /// At most `mostAtOnce` requests, at least 1, run together.
    package init(mostAtOnce: Int) {
        self.mostAtOnce = max(1, mostAtOnce)
        intervals = [Interval(number: 0, position: [], end: nil)]
    }

    /// All names of a store that lists them in an order of its own, or does not begin where it is asked to: one page
    /// after the other, each where the last one says.
    package static var inOrderOfStore: KeySpace {
        var space = KeySpace(mostAtOnce: 1)
        space.seen = []
        return space
    }

    /// The numbers of the intervals, in the order of their names.
    package var order: [Int] { intervals.map(\.number) }

    /// Whether all names of an interval are known.
    package func isDone(_ interval: Int) -> Bool { intervals.first { $0.number == interval }?.isDone ?? true }

    /// Whether all names are known.
    package var isDone: Bool { intervals.allSatisfy(\.isDone) }

    /// The last name that belongs to an interval; nil if it has no end.
    package func end(of interval: Int) -> [UInt8]? { intervals.first { $0.number == interval }?.end }

    /// What to ask for now; nil if nothing may be.
    package mutating func next() -> Request? {
        guard intervals.count(where: \.isAsked) < mostAtOnce else { return nil }
        if let place = intervals.firstIndex(where: { !$0.isDone && !$0.isAsked }) { return ask(place) }
        guard misses < Self.mostMisses + pages / 4 else { return nil }
        let least = Self.leastPages * Double(longestPage)
        let open = intervals.indices.map { (place: $0, rest: rest(of: intervals[$0])) }.filter { $0.rest > least }
        for (place, _) in open.sorted(by: { $0.rest > $1.rest }) { if let second = split(place) { return ask(second) } }
        return nil
    }

    private mutating func ask(_ place: Int) -> Request {
        intervals[place].isAsked = true
        let interval = intervals[place]
        return Request(interval: interval.number, after: interval.position, next: interval.next)
    }

    /// A page of an interval has arrived, and where the store goes on: nil at its end. Returns whether the page has
    /// what was asked for: not if it repeats names, or has others than those that follow.
    @discardableResult
    package mutating func took(_ interval: Int, _ page: ObjectPage?, next: NextPage?) -> Bool {
        guard let place = intervals.firstIndex(where: { $0.number == interval }) else { return true }
        let last = page?.last
        let isOn = last.map { Self.isLess(intervals[place].position, $0) } ?? false
        let isPast = last.flatMap { last in intervals[place].end.map { !Self.isLess(last, $0) } } ?? false
        // All of its names belong to the interval after it.
        let isMiss = page.flatMap { page in intervals[place].end.map { Self.isLess($0, page.first) } } ?? (page == nil)
        if isMiss, place > 0 { misses += 1 } else { pages += 1 }
        if let page {
            longestPage = max(longestPage, page.count)
            alphabet.learn(page.first)
            alphabet.learn(page.last)
        }
        intervals[place].emptyCount = page == nil ? intervals[place].emptyCount + 1 : 0
        let goesOn =
            seen == nil ? isWhatFollows(intervals[place], page, next) : isNew(intervals[place], page, next)
        intervals[place].isAsked = false
        intervals[place].page = page
        intervals[place].next = next
        if isOn, let last { intervals[place].position = last }
        // A store that does not go on would be asked for ever.
        intervals[place].isDone = next == nil || isPast || !goesOn
        return goesOn
    }

    private func isWhatFollows(_ interval: Interval, _ page: ObjectPage?, _ next: NextPage?) -> Bool {
        guard let page else {
            return next == nil || next != interval.next && interval.emptyCount < Self.mostEmptyPages
        }
        guard page.isAscending, !Self.isLess(page.first, interval.position) else { return false }
        // Some stores begin with the name that a page is to follow.
        return Self.isLess(interval.position, page.last) || next == nil && page.last == interval.position
    }

    private mutating func isNew(_ interval: Interval, _ page: ObjectPage?, _ next: NextPage?) -> Bool {
        guard interval.emptyCount < Self.mostEmptyPages else { return false }
        let isNewPage = page.map { isNew([$0.first, $0.last, [UInt8](String($0.count).utf8)]) } ?? true
        return isNewPage && (next.map { isNew($0) } ?? true)
    }

    private mutating func isNew(_ value: some Hashable) -> Bool {
        seen?.insert(value.hashValue).inserted ?? true
    }

    // MARK: - Guesses

    /// How many names an interval may still have, by those of its last page; 0 if it cannot be split yet.
    private func rest(of interval: Interval) -> Double {
        guard !interval.isDone, let page = interval.page else { return 0 }
        guard let end = interval.end else { return .infinity }
        let shared = zip(page.first, end).prefix { $0 == $1 }.count
        let place = { alphabet.place(of: $0, from: shared) }
        let (from, position, upTo) = (place(page.first), place(interval.position), place(end))
        guard upTo > position else { return 0 }
        // The page's names differ too late to measure: there is room for many like them.
        guard position > from else { return .greatestFiniteMagnitude }
        return Double(page.count) * (upTo - position) / (position - from)
    }

    /// Splits an interval; returns the place of its second part. Nil if no name fits between.
    private mutating func split(_ place: Int) -> Int? {
        let interval = intervals[place]
        let beginning = interval.page.map { page in zip(page.first, page.last).prefix { $0 == $1 }.map(\.0) } ?? []
        guard let middle = alphabet.guess(interval.position, interval.end, beginning: beginning) else { return nil }
        lastNumber += 1
        intervals[place].end = middle
        intervals.insert(Interval(number: lastNumber, position: middle, end: interval.end), at: place + 1)
        return place + 1
    }

    private static func isLess(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.lexicographicallyPrecedes(other) }
}

/// The characters that a store's names consist of, as far as they are known: where others may be. ASCII only, because a
/// part of another character is no text.
package struct NameAlphabet: Sendable {
    private var isKnown = [Bool](repeating: false, count: 128)
    /// For each character, how many known ones are less.
    private var ranks = [Int](repeating: 0, count: 128)
    private var count = 0

    private static let last: UInt8 = 0x7F
    /// More tell nothing that a fraction of this precision can hold.
    private static let longest = 12

    package init() {}

    /// The name is one of the store's.
    package mutating func learn(_ name: [UInt8]) {
        var isNew = false
        for byte in name where byte < Self.last && !isKnown[Int(byte)] {
            isKnown[Int(byte)] = true
            isNew = true
        }
        guard isNew else { return }
        count = 0
        for byte in 0..<128 {
            ranks[byte] = count
            if isKnown[byte] { count += 1 }
        }
    }

    /// Where a name is among all that differ after `start` bytes, from 0 to 1.
    func place(of name: [UInt8], from start: Int) -> Double {
        let base = Double(count + 1)
        var (sum, unit) = (0.0, 1.0)
        for byte in name.dropFirst(start).prefix(Self.longest) {
            unit /= base
            sum += unit * Double(byte < Self.last ? ranks[Int(byte)] + 1 : count + 1)
        }
        return sum
    }

    /// A name between `low` and `high`, so that both halves may hold as many; nil if there is none. Names near `low`
    /// begin with `beginning`, so others may do so, too.
    ///
    /// Without `high`, one after all names in ASCII: how far the names go is unknown.
    package func guess(_ low: [UInt8], _ high: [UInt8]?, beginning: [UInt8] = []) -> [UInt8]? {
        guard let high else { return isBetween(low, [Self.last], nil) ? [Self.last] : nil }
        let shared = zip(low, high).prefix { $0 == $1 }.count
        for place in shared..<max(shared, low.count) + 1 {
            let limit = min(place == shared && place < high.count ? Int(high[place]) : Int(Self.last), Int(Self.last))
            let from = place < low.count ? Int(low[place]) + 1 : 0
            let between = from < limit ? (from..<limit).filter { isKnown[$0] } : []
            if !between.isEmpty {
                let guess = low[..<min(place, low.count)] + [UInt8(between[between.count / 2])]
                if isBetween(low, Array(guess), high) { return Array(guess) }
            }
            // Nothing may follow here: go on where the names differ.
            if place < beginning.count {
                let guess = beginning[..<(place + (beginning.count - place + 1) / 2)] + [Self.last]
                if isBetween(low, Array(guess), high) { return Array(guess) }
            }
        }
        return nil
    }

    private func isBetween(_ low: [UInt8], _ guess: [UInt8], _ high: [UInt8]?) -> Bool {
        low.lexicographicallyPrecedes(guess) && high.map { guess.lexicographicallyPrecedes($0) } ?? true
            && guess.allSatisfy { $0 <= Self.last }
    }
}
