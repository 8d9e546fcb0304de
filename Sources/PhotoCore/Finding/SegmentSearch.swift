/// One query, asked of segments' rows.
struct SegmentSearch {
    private let finders: [WordFinder]
    /// Whether a word, by its number, is looked for in the endings of names, too: NameEnding.
    private let meansEnding: [Bool]
    /// Whether a row that is ASCII can fit.
    private let asciiCanFit: Bool

    init(_ query: SearchQuery) {
        finders = query.words.map(WordFinder.init)
        meansEnding = query.words.map(NameEnding.isMeant)
        asciiCanFit = finders.allSatisfy(\.isASCII)
    }

    /// Adds the entries that fit to `found`, of those rows of the segment that `rows` names, in their order, from the
    /// lowest up. False if cancelled.
    func search(
        _ index: SegmentIndex, rows: some Sequence<Int>, isCancelled: () -> Bool, found: inout [UInt32]
    ) -> Bool {
        let segment = index.segment
        return segment.withText { text in
            index.copies.withUnsafeBytes { copies in
                var next: Int?
                var looked = 0
                for row in rows {
                    looked &+= 1
                    if looked & 0xFFF == 0, isCancelled() { return false }
                    // The first copied row at or behind this one; at the start they are looked for, later they come in
                    // turn.
                    var copy = next ?? Self.firstIndex(of: row, in: index.copied)
                    while copy < index.copied.count, index.copied[copy] < row { copy += 1 }
                    next = copy
                    let fits: Bool
                    if copy < index.copied.count, index.copied[copy] == row {
                        let start = copy == 0 ? 0 : Int(index.ends[copy - 1])
                        fits = fitsCopy(copies, start, Int(index.ends[copy]))
                    } else {
                        fits = asciiCanFit && fitsASCII(segment, row, text)
                    }
                    if fits { found.append(UInt32(truncatingIfNeeded: index.firstEntry + row)) }
                }
                return true
            }
        }
    }

    /// A copy is the name, a line feed, and the description.
    private func fitsCopy(_ copies: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
        finders.indices.allSatisfy { word in
            guard finders[word].isFound(in: copies, start, end) else { return false }
            if meansEnding[word] { return true }
            // Only of what is found it counts where.
            let nameEnd = copies[start..<end].firstIndex(of: 0x0A) ?? end
            let ending = NameEnding.byteCount(in: copies, start, nameEnd)
            return ending == 0 || finders[word].isFound(in: copies, start, nameEnd - ending)
                || finders[word].isFound(in: copies, nameEnd, end)
        }
    }

    @inline(__always)
    private func fitsASCII(_ segment: CatalogueSegment, _ row: Int, _ text: UnsafeRawBufferPointer) -> Bool {
        let name = segment.knownNameRange(at: row, in: text)
        let stemEnd = name.upperBound - NameEnding.byteCount(in: text, name.lowerBound, name.upperBound)
        return finders.indices.allSatisfy { word in
            let finder = finders[word]
            let nameEnd = meansEnding[word] ? name.upperBound : stemEnd
            if finder.isFound(in: text, name.lowerBound, nameEnd) { return true }
            guard let range = segment.range(of: .description, at: row, in: text) else { return false }
            return finder.isFound(in: text, range.lowerBound, range.upperBound)
        }
    }

    /// The first index whose value is not below `row`.
    private static func firstIndex(of row: Int, in copied: [UInt32]) -> Int {
        var (low, high) = (0, copied.count)
        while low < high {
            let middle = (low + high) / 2
            if copied[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The ending of a picture's file, which is in the names of photos that have none of their own ("IMG_0001.jpg").
///
/// The rule for searching: a word is not looked for in it, for nobody who types `g` means all that end in ".jpg". A
/// word with a dot in it (".jpg", "1.j") is, and then in the whole name. Endings are those that pictures have
/// (``LocationDetection/namesPicture(_:)``): "Mr.Smith" ends in a name.
enum NameEnding {
    /// How many bytes, its dot included, the ending of the name in `text[start..<end]` takes; 0 where it has none, or
    /// where nothing stands before it. A few nanoseconds: asked of each of a million rows.
    @inline(__always)
    static func byteCount(in text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
        for length in 3...4 where end - start > length + 1 && text[end - length - 1] == UInt8(ascii: ".") {
            var packed: UInt32 = 0
            for index in end - length..<end { packed = packed << 8 | UInt32(text[index] | 0x20) }
            // "jpg", without looking it up.
            return packed == 0x6A_7067 || LocationDetection.isExtension(packed) ? length + 1 : 0
        }
        return 0
    }

    /// Whether a folded word is looked for in endings, too.
    static func isMeant(by word: [UInt8]) -> Bool { word.contains(UInt8(ascii: ".")) }
}
