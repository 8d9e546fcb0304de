/// Finds a folded word in folded text, or in ASCII text, ignoring its case.
///
/// Tests eight places at once, in the bytes of a UInt64 (with Mycroft's test for a zero byte); where the word's first
/// two bytes may be, it compares the rest. Rows' names are short, so the overhead before the first byte matters: memmem
/// takes three times as long over a million of them.
struct WordFinder {
    private let word: [UInt8]
    private let first: UInt64
    private let second: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    /// Lower-cases ASCII. Makes some other bytes equal too, so a match is a guess.
    private static let smallLetters: UInt64 = 0x2020_2020_2020_2020

    /// `word` is folded, and not empty.
    init(_ word: [UInt8]) {
        self.word = word
        first = Self.ones &* UInt64(word[0] | 0x20)
        second = word.count > 1 ? Self.ones &* UInt64(word[1] | 0x20) : 0
    }

    /// Whether the word can occur in ASCII text.
    var isASCII: Bool { word.allSatisfy { $0 < 0x80 } }

    func isFound(in text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
        let last = end - word.count
        guard last >= start, let base = text.baseAddress else { return false }
        return word.withUnsafeBufferPointer { word in
            var position = start
            // A word may also be compared from the next byte: nine bytes are read.
            let lastRead = text.count - 9
            while position <= last, position <= lastRead {
                var difference = (load(base, position) | Self.smallLetters) ^ first
                if word.count > 1 { difference |= (load(base, position + 1) | Self.smallLetters) ^ second }
                // Bit 7 of the lowest zero byte, and perhaps of some above it.
                var zeros = (difference &- Self.ones) & ~difference & Self.highBits
                while zeros != 0 {
                    let place = position + zeros.trailingZeroBitCount >> 3
                    if place > last { return false }
                    if Self.isEqual(word, base + place) { return true }
                    zeros &= zeros &- 1
                }
                position += 8
            }
            while position <= last {
                if Self.isEqual(word, base + position) { return true }
                position += 1
            }
            return false
        }
    }

    @inline(__always)
    private func load(_ base: UnsafeRawPointer, _ position: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @inline(__always)
    private static func isEqual(_ word: UnsafeBufferPointer<UInt8>, _ place: UnsafeRawPointer) -> Bool {
        for index in 0..<word.count {
            let byte = place.load(fromByteOffset: index, as: UInt8.self)
            if TextFolding.lowercased(byte) != word[index] { return false }
        }
        return true
    }
}
