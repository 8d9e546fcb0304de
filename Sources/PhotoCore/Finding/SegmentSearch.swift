/// One query, applied to the rows of segments.
struct SegmentSearch {
    private let finders: [WordFinder]
    /// Whether each word also searches extensions: NameEnding.
    private let meansEnding: [Bool]
    /// Whether an ASCII row can match.
    private let asciiCanFit: Bool

    init(_ query: SearchQuery) {
        finders = query.words.map(WordFinder.init)
        meansEnding = query.words.map(NameEnding.isMeant)
        asciiCanFit = finders.allSatisfy(\.isASCII)
    }

    /// Appends the matches among the segment's rows in `rows` to `found`, in ascending order. False if cancelled.
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
                    // The first copied row at or after this one: searched at the start, then taken in turn.
                    var copy = next ?? index.copied.indices.first(reaching: { index.copied[$0] >= row })
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
            // Only a match depends on its place.
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

}

/// The file extension in the name of a photo that has no name of its own ("IMG_0001.jpg").
///
/// Searching ignores it: typing `g` does not mean all of ".jpg". A word with a dot (".jpg", "1.j") searches the whole
/// name. Only pictures' extensions count (``LocationDetection/namesPicture(_:)``): "Mr.Smith" ends in a name.
enum NameEnding {
    /// The length in bytes, with the dot, of the extension of the name in `text[start..<end]`; 0 if it has none, or
    /// nothing else. A few nanoseconds: called for each of a million rows.
    @inline(__always)
    static func byteCount(in text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
        for length in 3...4 where end - start > length + 1 && text[end - length - 1] == UInt8(ascii: ".") {
            var packed: UInt32 = 0
            for index in end - length..<end { packed = packed << 8 | UInt32(text[index] | 0x20) }
            // "jpg", without a look-up.
            return packed == 0x6A_7067 || LocationDetection.isExtension(packed) ? length + 1 : 0
        }
        return 0
    }

    /// Whether a folded word also searches extensions.
    static func isMeant(by word: [UInt8]) -> Bool { word.contains(UInt8(ascii: ".")) }
}
