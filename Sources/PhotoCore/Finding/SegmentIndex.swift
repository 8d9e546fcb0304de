/// What searching a segment needs beside its text: of each row whose name or description is not ASCII, or whose name is
/// not in the text, a folded copy of both. All other rows are searched where they lie and cost nothing, so a catalogue
/// in plain English has no index to speak of; one in Greek has a second copy of its names.
struct SegmentIndex: Sendable {
    let segment: CatalogueSegment
    /// The segment's first row in the catalogue.
    let firstEntry: Int
    /// The segment's rows that have a copy, in order.
    let copied: [UInt32]
    /// Where each copy ends in `copies`.
    let ends: [UInt32]
    /// Name, a line feed, which is in no word, and description.
    let copies: [UInt8]

    /// The bytes it takes.
    var byteCount: Int { 4 * (copied.count + ends.count) + copies.count }

    /// Goes through the rows of the segment that begins at `firstEntry` of `catalogue`: some 10 ns each, and some 200
    /// for those that it copies. nil if cancelled.
    init?(
        _ segment: CatalogueSegment, from firstEntry: Int, of catalogue: Catalogue, folding: inout TextFolding,
        isCancelled: () -> Bool
    ) {
        var (copied, ends, copies) = ([UInt32](), [UInt32](), [UInt8]())
        let isDone = segment.withText { text in
            for row in 0..<segment.count {
                if row & 0xFFF == 0, isCancelled() { return false }
                let name = segment.shownNameRange(at: row, in: text)
                let description = segment.range(of: .description, at: row, in: text)
                if let name, Self.isASCII(text, name), description.map({ Self.isASCII(text, $0) }) ?? true { continue }
                copied.append(UInt32(truncatingIfNeeded: row))
                if let name {
                    folding.fold(UnsafeRawBufferPointer(rebasing: text[name]), into: &copies)
                } else {
                    copies += folding.fold(catalogue.name(at: firstEntry + row))
                }
                if let description {
                    copies.append(0x0A)
                    folding.fold(UnsafeRawBufferPointer(rebasing: text[description]), into: &copies)
                }
                ends.append(UInt32(truncatingIfNeeded: copies.count))
            }
            return true
        }
        guard isDone else { return nil }
        self.segment = segment
        self.firstEntry = firstEntry
        // Exact copies: what grew by doubling has up to twice the room it needs.
        self.copied = copied.withUnsafeBufferPointer(Array.init)
        self.ends = ends.withUnsafeBufferPointer(Array.init)
        self.copies = copies.withUnsafeBufferPointer(Array.init)
    }

    private static func isASCII(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        var bits: UInt64 = 0
        while position + 8 <= range.upperBound {
            bits |= text.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            position += 8
        }
        while position < range.upperBound {
            bits |= UInt64(text[position])
            position += 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}
