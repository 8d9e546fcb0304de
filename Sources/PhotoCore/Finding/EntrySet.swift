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

    /// The same entries under other numbers; those without one are left out.
    package func renumbered(_ number: (Int) -> Int?) -> EntrySet {
        EntrySet(entries.compactMap { number(Int($0)).map { UInt32(clamping: $0) } }.sorted())
    }
}
