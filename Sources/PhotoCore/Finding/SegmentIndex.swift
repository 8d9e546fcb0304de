/// The search index of a segment: a folded copy of the name and description of each row that is not ASCII, or whose
/// name is not in the text. All other rows are searched in place at no cost, so a catalogue in plain English has almost
/// no index, and one in Greek a second copy of its names.
struct SegmentIndex: Sendable {
    let segment: CatalogueSegment
    /// The segment's first row in the catalogue.
    let firstEntry: Int
    /// The rows with a copy, in order.
    let copied: [UInt32]
    /// The end of each copy in `copies`.
    let ends: [UInt32]
    /// Name, a line feed, which no word contains, and description.
    let copies: [UInt8]

    /// Its memory in bytes.
    var byteCount: Int { 4 * (copied.count + ends.count) + copies.count }

    /// Indexes the segment that starts at `firstEntry` of `catalogue`: about 10 ns per row, and 200 for each copy. Nil
    /// if cancelled.
    init?(
        _ segment: CatalogueSegment, from firstEntry: Int, of catalogue: Catalogue, folding: inout TextFolding,
        isCancelled: () -> Bool
    ) {
        var (copied, ends, copies) = ([UInt32](), [UInt32](), [UInt8]())
        let isDone = segment.withText { text in
            // Nothing is known of unread rows.
            for row in 0..<(segment.isUnread ? 0 : segment.count) {
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
        // Exact copies: arrays that grew by doubling have up to twice the capacity.
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
