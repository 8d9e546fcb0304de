import Foundation

/// The order in which a person expects names: capitals and accents aside, numbers by their value ("2" before "10").
/// The same on every computer, whatever its language.
enum NaturalOrder {
    /// Bytes whose lexical order is the names' natural order.
    ///
    /// A run of digits becomes: "0", how many digits it has without leading zeros (four bytes), and these digits.
    static func key(for name: String) -> [UInt8] {
        var folded = name
        if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        }
        let utf8 = Array(folded.utf8)
        var key: [UInt8] = []
        key.reserveCapacity(utf8.count + 8)
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            guard isDigit(byte) else {
                key.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
                index += 1
                continue
            }
            let run = utf8[index...].prefix(while: isDigit)
            let digits = run.drop { $0 == UInt8(ascii: "0") }
            key.append(UInt8(ascii: "0"))
            withUnsafeBytes(of: UInt32(digits.count).bigEndian) { key.append(contentsOf: $0) }
            key.append(contentsOf: digits)
            index = run.endIndex
        }
        return key
    }

    /// The names' indices in natural order; names that differ only in case, accents or leading zeros by their bytes,
    /// equal ones as they come. Throws `cancelled` soon after `isCancelled` says so.
    static func sorted(_ names: [String], isCancelled: () -> Bool) throws(CatalogueFailure) -> [Int] {
        // One buffer for all keys, not a million arrays.
        var keys: [UInt8] = []
        var ends: [Int] = [0]
        ends.reserveCapacity(names.count + 1)
        for (index, name) in names.enumerated() {
            if index & 0xFFF == 0, isCancelled() { throw .cancelled }
            keys.append(contentsOf: key(for: name))
            ends.append(keys.count)
        }
        var order = Array(names.indices)
        var comparisons = 0
        do {
            try keys.withUnsafeBytes { bytes in
                try order.sort { left, right in
                    comparisons &+= 1
                    if comparisons & 0xFFFF == 0, isCancelled() { throw CatalogueFailure.cancelled }
                    let a = UnsafeRawBufferPointer(rebasing: bytes[ends[left]..<ends[left + 1]])
                    let b = UnsafeRawBufferPointer(rebasing: bytes[ends[right]..<ends[right + 1]])
                    let common = min(a.count, b.count)
                    if common > 0, let first = a.baseAddress, let second = b.baseAddress {
                        let difference = memcmp(first, second, common)
                        if difference != 0 { return difference < 0 }
                    }
                    if a.count != b.count { return a.count < b.count }
                    if names[left] == names[right] { return left < right }
                    return names[left].utf8.lexicographicallyPrecedes(names[right].utf8)
                }
            }
        } catch {
            throw .cancelled
        }
        return order
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
