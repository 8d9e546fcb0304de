import TestSupport

/// Damage done to a document: the same for the same seed.
struct Damage {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// What formats give a meaning to.
    private static let marks: [[UInt8]] = [
        "\"", "'", "<", ">", "&", "\\", "/", "{", "}", "[", "]", "(", ")", ",", ":", ";", "\n", "\0", "\u{FEFF}",
        "&amp;", "&#x2F;", "%2F", "%00", "../", "\\u0000", "\\ud800", "]]>", "<!--", "-->", "<img src=", "data:", "//",
        "99999999999999999999", "-1", "null", "\u{1F4F7}", "=", "#", "?", "![", "](", "\t",
    ].map { Array($0.utf8) }

    /// The document with one to four places damaged.
    mutating func damaged(_ document: [UInt8]) -> [UInt8] {
        var document = document
        for _ in 0..<Int.random(in: 1...4, using: &generator) { damage(&document) }
        return document
    }

    private mutating func damage(_ document: inout [UInt8]) {
        guard !document.isEmpty else { return }
        let place = Int.random(in: 0..<document.count, using: &generator)
        let end = min(document.count, place + Int.random(in: 1...64, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: document[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: document[place] = .random(in: 0...255, using: &generator)
        case 2: document.removeSubrange(place..<end)
        case 3: document.insert(contentsOf: document[place..<end], at: place)
        case 4, 5: document.insert(contentsOf: Self.marks.randomElement(using: &generator) ?? [], at: place)
        case 6:
            let other = Int.random(in: 0..<document.count, using: &generator)
            document.insert(contentsOf: Array(document[place..<end]), at: other)
        default: document.removeSubrange(place...)
        }
    }
}
