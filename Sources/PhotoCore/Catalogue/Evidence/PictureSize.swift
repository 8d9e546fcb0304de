/// The size of a picture that a key tells, as an estimate of its longer side in pixels.
enum PictureSize {
    /// A picture of which nothing says its size.
    static let unknown = 1500
    /// A whole picture, as large as its service gives it.
    static let whole = 8000
    /// The smallest of several sizes that are given as multiples.
    static let smallest = 320
    /// The size that suffices for a row, at twice the usual resolution.
    static let sufficient = 160
    /// A number up to this is pixels, not bytes.
    static let longestSide = 10_000
    /// A photo of this size costs a row no more than a thumbnail does: about 100 KB.
    static let smallPhoto = 1024

    /// The estimate for a word: what services call by that name.
    static func of(_ word: String) -> Int? { words[word] }

    /// The estimate for a single letter, as in `url_o`; Flickr's table, which others follow.
    static func of(letter: String) -> Int? { letters[letter] }

    /// The estimate for what a longer key ends with: `fileurlTh`. Alone it may be a language.
    static func of(ending: String) -> Int? { letters[ending] ?? endings[ending] }

    private static let endings: [String: Int] = ["th": 160, "lth": 640]
    private static let words: [String: Int] = [
        "thumbnail": 160, "thumbnails": 160, "thumb": 160, "thumbs": 160, "square": 75, "tiny": 120,
        "micro": 75,
        "mini": 120, "icon": 64, "preview": 320, "small": 320, "low": 320, "sd": 480, "medium": 640,
        "mid": 640,
        "standard": 640, "regular": 1080, "big": 1400, "high": 1400, "large": 1600,
        "xlarge": 2000, "maxres": 1920, "hd": 1920, "fullsize": 6000, "full": 6000, "hires": 6000,
        "highres": 6000, "max": 6000, "raw": 5000, "original": 8000, "originals": 8000, "orig": 8000,
        "largest": 7000, "extralarge": 2000, "mega": 2400, "lowres": 480, "medres": 1024,
    ]
    private static let letters: [String: Int] = [
        "s": 240, "sq": 75, "q": 150, "t": 100, "m": 500, "n": 320, "w": 400, "z": 640, "c": 800,
        "b": 1024, "l": 1024,
        "h": 1600, "k": 2048, "o": 8000, "xs": 100, "sm": 320, "md": 640, "lg": 1024, "xl": 1600,
        "xxl": 2048,
    ]

    // MARK: Texts

    /// The estimate for a text that says nothing but which size of a picture is meant: "small", "Large Square",
    /// "extra-large". Of several words the smaller size counts.
    static func named(by text: some Collection<UInt8>) -> Int? {
        guard (1...longestName).contains(text.count) else { return nil }
        let words = KeySense.words(of: text)
        guard (1...mostWords).contains(words.count) else { return nil }
        if let size = of(words.joined()) { return size }
        var least: Int?
        for word in words where !fillers.contains(word) {
            guard let size = of(word) else { return nil }
            least = min(least ?? size, size)
        }
        return least
    }

    /// As long as names of sizes are, and as many words as they have.
    private static let longestName = 24
    private static let mostWords = 3
    /// Words that say nothing next to one for a size.
    private static let fillers: Set<String> = ["size", "image", "picture", "photo", "quality", "resolution", "extra"]
    /// The estimate for a picture that no word calls smaller than it is.
    static let leastWhole = 5000

    /// Whether a text is the proportions of a cut: "16_9", "3:2", "4x3".
    static func isRatio(_ text: some Collection<UInt8>) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { "_:x/".utf8.contains($0) }
        return parts.count == 2 && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(URLText.isDigit) }
    }

    // MARK: Addresses

    /// The longer side that a folder in an address tells by itself: `/174s/`, `/s1600/`, `/300x300/`, `/640px/`. Other
    /// numbers are dates and numbers of documents.
    static func folder(in address: UnsafeRawBufferPointer) -> Int? {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // The last part is the file's name.
        for part in path.split(separator: UInt8(ascii: "/")).dropLast() where part.count <= longestFolder {
            let sides = part.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "x") }
            let isBox = sides.count == 2 && sides.allSatisfy { !$0.isEmpty }
            let digits = isBox ? sides : [withoutLetter(part)]
            let numbers = digits.filter { $0.allSatisfy(URLText.isDigit) }.compactMap {
                Int(String(decoding: $0, as: UTF8.self))
            }
            let isWhole = numbers.count == digits.count && (isBox || digits[0].count < part.count)
            if isWhole, let largest = numbers.max(), smallestFolder...longestSide ~= largest { return largest }
        }
        return nil
    }

    /// As long as `10000x10000`.
    private static let longestFolder = 11
    /// The smallest size that a folder is called by.
    private static let smallestFolder = 16

    /// "174s", "s1600", "w300", "640px"
    private static func withoutLetter(_ part: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        if part.count > 2, part.suffix(2).elementsEqual("px".utf8) { return part.dropLast(2) }
        if part.last.map({ "swh".utf8.contains($0) }) ?? false { return part.dropLast() }
        return part.first.map { "swh".utf8.contains($0) } ?? false ? part.dropFirst() : part
    }

    /// The estimate for the last part of an address, if that is a word for a size: `/aa-1/thumbnail`.
    static func ofLastPart(_ address: some BidirectionalCollection<UInt8>) -> Int? {
        let part = address.suffix(longestName)
        guard let slash = part.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return named(by: part[slash...].dropFirst())
    }

    /// The width that an address tells: `?w=1080`, `#h=698&w=1024`; nil if it tells none.
    static func width(in address: UnsafeRawBufferPointer) -> Int? {
        guard
            let start = address.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
        else {
            return nil
        }
        let query = String(decoding: address[start...].prefix(256), as: UTF8.self)
        for part in query.split(whereSeparator: { "?#&;".contains($0) }) {
            for name in ["w=", "width="] where part.hasPrefix(name) {
                if let width = Int(part.dropFirst(name.count)), (1...100_000).contains(width) {
                    return width
                }
            }
        }
        return nil
    }

    /// The longer sides that two addresses tell if they differ in nothing else: `/600/a1` and `/150/a1`, `w=4000` and
    /// `w=200`, `_800x600` and `_80x60`. Nil for others: smaller numbers count other things, and almost equal ones
    /// count documents.
    static func sides(_ one: [UInt8], _ other: [UInt8]) -> (Int, Int)? {
        guard let (size, otherSize) = difference(one, other), let side = longerSide(size),
            let otherSide = longerSide(otherSize), max(side, otherSide) * 4 >= min(side, otherSide) * 5
        else { return nil }
        return (side, otherSide)
    }

    /// The same for the first one, if both tell two sides: `/56x56/` and `/250x250/`.
    static func box(_ one: [UInt8], next other: [UInt8]) -> Int? {
        let cross = UInt8(ascii: "x")
        guard let (size, otherSize) = difference(one, other), size.contains(cross), otherSize.contains(cross) else {
            return nil
        }
        return sides(one, other)?.0
    }

    /// Where two addresses differ, if what differs are digits, and an x among them.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        let isOfSize = { (byte: UInt8) in URLText.isDigit(byte) || byte == UInt8(ascii: "x") }
        var start = 0
        while start < min(one.count, other.count), one[start] == other[start] { start += 1 }
        guard one.count != start || other.count != start else { return nil }
        // The digits before the first difference belong to the number; an x before it is the end of a word.
        var first = start
        while first > 0, isOfSize(one[first - 1]) { first -= 1 }
        while first < start, !URLText.isDigit(one[first]) { first += 1 }
        let (end, otherEnd) = (
            first + one[first...].prefix(while: isOfSize).count,
            first + other[first...].prefix(while: isOfSize).count
        )
        guard one[end...].elementsEqual(other[otherEnd...]) else { return nil }
        return (one[first..<end], other[first..<otherEnd])
    }

    private static func longerSide(_ size: ArraySlice<UInt8>) -> Int? {
        let sides = size.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        return sides.count <= 2 && sides.allSatisfy { smallestSide...longestSide ~= $0 } ? sides.max() : nil
    }

    private static let smallestSide = 40

    /// How the key at `node`, or an object around it within its record, says that it is made.
    static func making(at node: Int32, within record: Int32, in tree: ShapeTree) -> PictureMaking {
        var making = PictureMaking.itself
        for above in tree.ancestors(of: node) {
            if above == record { break }
            let sense = tree[above].sense
            if sense.isThumbnail { return .thumbnail }
            if above != node, sense.isSizeSet, sense.size == nil { making = .derived }
            if above == node, sense.isDerived { making = .derived }
            if SizeLists.areMade(above, in: tree) { making = .derived }
        }
        return making
    }

    /// The longer side in pixels that the key at `node` tells, or that of an object around it within its record.
    static func told(at node: Int32, within record: Int32, in tree: ShapeTree) -> Int? {
        var isOwn = true
        for above in tree.ancestors(of: node) {
            if above == record { return nil }
            let sense = tree[above].sense
            if let size = sense.size { return size }
            let outer = tree[tree.name(of: max(0, tree[above].parent))].sense
            if isOwn, let size = sense.letterSize, outer.picture > 0 || outer.isSizeSet || outer.isAddress {
                return size
            }
            isOwn = false
        }
        return nil
    }
}

/// How a picture is made, as far as keys tell: the photo is the one that is made least.
enum PictureMaking: UInt8, Sendable, Comparable {
    /// Nothing says that it is made from another.
    case itself
    /// It is in a set of sizes.
    case derived
    case thumbnail

    static func < (one: PictureMaking, other: PictureMaking) -> Bool { one.rawValue < other.rawValue }
}
