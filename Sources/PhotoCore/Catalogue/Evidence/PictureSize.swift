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

    private static let words: [String: Int] = [
        "thumbnail": 160, "thumbnails": 160, "thumb": 160, "thumbs": 160, "square": 75, "tiny": 120,
        "micro": 75,
        "mini": 120, "icon": 64, "preview": 320, "small": 320, "low": 320, "sd": 480, "medium": 640,
        "mid": 640,
        "standard": 640, "regular": 1080, "big": 1400, "high": 1400, "large": 1600,
        "xlarge": 2000, "maxres": 1920, "hd": 1920, "fullsize": 6000, "full": 6000, "hires": 6000,
        "highres": 6000, "max": 6000, "raw": 5000, "original": 8000, "originals": 8000, "orig": 8000,
        "largest": 7000,
    ]
    private static let letters: [String: Int] = [
        "s": 240, "sq": 75, "q": 150, "t": 100, "m": 500, "n": 320, "w": 400, "z": 640, "c": 800,
        "b": 1024, "l": 1024,
        "h": 1600, "k": 2048, "o": 8000, "xs": 100, "sm": 320, "md": 640, "lg": 1024, "xl": 1600,
        "xxl": 2048,
    ]

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
        guard one[end...].elementsEqual(other[otherEnd...]), let side = longerSide(one[first..<end]),
            let otherSide = longerSide(other[first..<otherEnd]), max(side, otherSide) * 4 >= min(side, otherSide) * 5
        else { return nil }
        return (side, otherSide)
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
