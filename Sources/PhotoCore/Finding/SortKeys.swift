import Foundation

/// The keys of many rows in one buffer, and the rows' order by them.
struct SortKeys {
    /// A row, and eight bytes of its key, which decide most comparisons.
    private struct Item: Comparable {
        var word: UInt64
        var row: UInt32

        static func < (one: Item, other: Item) -> Bool {
            if one.word != other.word { return one.word < other.word }
            return one.row < other.row
        }
    }

    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    /// Appends the next row's key, which `append` writes.
    mutating func append(_ append: (inout [UInt8]) -> Void) {
        append(&bytes)
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }

    mutating func reserve(rows: Int) { ends.reserveCapacity(rows) }

    /// The rows by key, and by number for equal keys. Nil if cancelled.
    func order(isCancelled: () -> Bool) -> [UInt32]? {
        var items = (0..<UInt32(ends.count)).map { Item(word: 0, row: $0) }
        let isDone = items.withUnsafeMutableBufferPointer { items in
            bytes.withUnsafeBytes { bytes in sort(items, bytes, from: 0, isCancelled) }
        }
        return isDone ? items.map(\.row) : nil
    }

    /// Sorts by the eight bytes at `depth`, then ties by the next eight. False if cancelled.
    private func sort(
        _ items: UnsafeMutableBufferPointer<Item>, _ bytes: UnsafeRawBufferPointer, from depth: Int,
        _ isCancelled: () -> Bool
    ) -> Bool {
        var items = items
        if items.count > 0xFFF, isCancelled() { return false }
        for index in items.indices { items[index].word = word(Int(items[index].row), bytes, depth) }
        items.sort()
        if items.count > 0xFFF, isCancelled() { return false }
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count, items[end].word == items[start].word { end += 1 }
            // No key has a zero byte, so a zero last byte is beyond the end of all.
            if end - start > 1, items[start].word & 0xFF != 0 {
                let group = UnsafeMutableBufferPointer(rebasing: items[start..<end])
                if !sort(group, bytes, from: depth + 8, isCancelled) { return false }
            }
            start = end
        }
        return true
    }

    /// Eight bytes of a row's key as a number, padded with zeros.
    @inline(__always)
    private func word(_ row: Int, _ bytes: UnsafeRawBufferPointer, _ depth: Int) -> UInt64 {
        let start = Int(row == 0 ? 0 : ends[row - 1]) + depth
        let length = Int(ends[row]) - start
        if length >= 8 { return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
        var word: UInt64 = 0
        for index in 0..<max(0, length) { word |= UInt64(bytes[start + index]) << UInt64(56 - 8 * index) }
        return word
    }

    /// Whether row `mine`'s key is above that of row `other` of `others`.
    func isAbove(_ mine: Int, _ others: SortKeys, _ other: Int) -> Bool {
        let key = bytes[Int(mine == 0 ? 0 : ends[mine - 1])..<Int(ends[mine])]
        let otherKey = others.bytes[Int(other == 0 ? 0 : others.ends[other - 1])..<Int(others.ends[other])]
        return key.withUnsafeBytes { key in
            otherKey.withUnsafeBytes { otherKey in
                let common = min(key.count, otherKey.count)
                if common > 0, let one = key.baseAddress, let two = otherKey.baseAddress {
                    let difference = memcmp(one, two, common)
                    if difference != 0 { return difference > 0 }
                }
                return key.count > otherKey.count
            }
        }
    }
}
