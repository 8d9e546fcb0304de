/// A set of a catalogue's entries with one bit each: a million take 125 KB.
public struct EntrySet: Sendable, Equatable {
    private var words: [UInt64] = []
    /// How many entries are in it.
    public private(set) var count = 0

    /// The empty set.
    public init() {}

    init(_ entries: some Sequence<UInt32>) {
        for entry in entries { insert(Int(entry)) }
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool { count == 0 }

    /// Whether an entry is in it.
    @inline(__always)
    public func contains(_ entry: Int) -> Bool {
        let word = entry >> 6
        return word < words.count && words[word] >> UInt64(entry & 63) & 1 != 0
    }

    /// Whether any entry of a range is in it.
    package func intersects(_ range: Range<Int>) -> Bool {
        let range = range.clamped(to: 0..<words.count << 6)
        guard !range.isEmpty else { return false }
        let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
        return (first...last).contains { words[$0] & Self.mask($0, of: range) != 0 }
    }

    /// The bits of a word that belong to a range that it has a part of.
    private static func mask(_ index: Int, of range: Range<Int>) -> UInt64 {
        var mask = UInt64.max
        if index == range.lowerBound >> 6 { mask &= UInt64.max << UInt64(range.lowerBound & 63) }
        if index == (range.upperBound - 1) >> 6 { mask &= UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63) }
        return mask
    }

    mutating func insert(_ entry: Int) {
        makeRoom(for: entry + 1)
        let bit = UInt64(1) << UInt64(entry & 63)
        if words[entry >> 6] & bit == 0 { count += 1 }
        words[entry >> 6] |= bit
    }

    mutating func remove(_ entry: Int) {
        guard contains(entry) else { return }
        words[entry >> 6] &= ~(1 << UInt64(entry & 63))
        count -= 1
    }

    mutating func insert(_ range: Range<Int>) { change(range) { $0 | $1 } }

    mutating func remove(_ range: Range<Int>) { change(range) { $0 & ~$1 } }

    mutating func invert(_ range: Range<Int>) { change(range) { $0 ^ $1 } }

    private mutating func change(_ range: Range<Int>, _ combine: (_ word: UInt64, _ mask: UInt64) -> UInt64) {
        guard !range.isEmpty else { return }
        makeRoom(for: range.upperBound)
        for index in range.lowerBound >> 6...(range.upperBound - 1) >> 6 {
            let old = words[index]
            words[index] = combine(old, Self.mask(index, of: range))
            count += words[index].nonzeroBitCount - old.nonzeroBitCount
        }
    }

    /// The entries in ascending order.
    var entries: [UInt32] {
        var entries: [UInt32] = []
        entries.reserveCapacity(count)
        for (index, word) in words.enumerated() {
            var word = word
            while word != 0 {
                entries.append(UInt32(truncatingIfNeeded: index << 6 + word.trailingZeroBitCount))
                word &= word - 1
            }
        }
        return entries
    }

    /// How many entries of a range are in it.
    package func count(in range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<words.count << 6)
        guard !range.isEmpty else { return 0 }
        return (range.lowerBound >> 6...(range.upperBound - 1) >> 6).reduce(0) { count, index in
            count + (words[index] & Self.mask(index, of: range)).nonzeroBitCount
        }
    }

    /// Its entries of a range, in ascending order.
    package func entries(in range: Range<Int>) -> [Int] {
        range.clamped(to: 0..<words.count << 6).filter(contains)
    }

    /// The same entries after `count` rows, none of them in it, have replaced those of `range`: the later ones have
    /// other numbers. Moves 64 of them at once.
    package func replacing(_ range: Range<Int>, with count: Int) -> EntrySet {
        var other = EntrySet()
        let first = range.lowerBound >> 6
        other.words = Array(words.prefix(first + 1))
        if first < words.count { other.words[first] &= ~(UInt64.max << UInt64(range.lowerBound & 63)) }
        let (start, newStart) = (range.upperBound, range.lowerBound + max(0, count))
        for entry in stride(from: start, to: words.count << 6, by: 64) {
            let word = word(at: entry)
            if word != 0 { other.insert(word, at: newStart + entry - start) }
        }
        other.count = other.words.reduce(0) { $0 + $1.nonzeroBitCount }
        return other
    }

    /// The bits of 64 entries, from any on.
    private func word(at entry: Int) -> UInt64 {
        let (index, shift) = (entry >> 6, UInt64(entry & 63))
        let low = index < words.count ? words[index] >> shift : 0
        return shift == 0 || index + 1 >= words.count ? low : low | words[index + 1] << (64 - shift)
    }

    /// Adds the bits of 64 entries, from any on. The count stays.
    private mutating func insert(_ word: UInt64, at entry: Int) {
        makeRoom(for: entry + 64 - word.leadingZeroBitCount)
        let (index, shift) = (entry >> 6, UInt64(entry & 63))
        words[index] |= word << shift
        let rest = shift == 0 ? 0 : word >> (64 - shift)
        if rest != 0 { words[index + 1] |= rest }
    }

    private mutating func makeRoom(for count: Int) {
        let needed = (count + 63) >> 6
        if words.count < needed { words.append(contentsOf: repeatElement(0, count: needed - words.count)) }
    }

    /// Sets with the same entries are equal, regardless of capacity.
    public static func == (one: EntrySet, other: EntrySet) -> Bool {
        guard one.count == other.count else { return false }
        let common = min(one.words.count, other.words.count)
        return one.words[..<common] == other.words[..<common]
    }
}

extension EntrySet {
    /// The entries, in order.
    package var numbers: [Int] { entries.map { Int($0) } }
}
