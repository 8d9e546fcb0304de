/// The end of a ZIP, which says where its directory is (APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16).
package struct ZipEnd: Sendable, Equatable {
    /// The directory's place in the file.
    package let directory: Range<Int>
    /// What to add to a member's stated place: programs put ZIPs behind other data.
    package let shift: Int
    /// Whether places beyond 4 GiB are stated without what does not fit in 32 bits, as macOS writes them.
    package let placesAreCut: Bool

    /// The end is within the last bytes of a file: a record of 22 bytes, and a comment of at most 65,535.
    package static let longest = 22 + 65_535 + 76

    /// The end of a file of `byteCount` bytes, whose last ones are `tail`; nil if it is no whole ZIP.
    package init?(tail: [UInt8], byteCount: Int) {
        guard tail.count >= 22, byteCount >= tail.count else { return nil }
        let bytes = LittleEndianBytes(tail[...])
        for start in (0...(tail.count - 22)).reversed() {
            guard bytes.number(at: start, width: 4) == 0x0605_4B50,
                let comment = bytes.number(at: start + 20, width: 2), start + 22 + comment <= tail.count,
                var size = bytes.number(at: start + 12, width: 4), var offset = bytes.number(at: start + 16, width: 4)
            else { continue }
            let tailStart = byteCount - tail.count
            var end = tailStart + start
            var isLarge = false
            // The locator of the record of large ZIPs is right before. That record is before the locator in all ZIPs
            // without data of other programs between them.
            if start >= 20 + 56, bytes.number(at: start - 20, width: 4) == 0x0706_4B50,
                bytes.number(at: start - 76, width: 4) == 0x0606_4B50,
                let large = bytes.number(at: start - 76 + 40, width: 8),
                let place = bytes.number(at: start - 76 + 48, width: 8)
            {
                (size, offset) = (large, place)
                end -= 76
                isLarge = true
            }
            guard size <= end, offset <= end - size else { continue }
            directory = (end - size)..<end
            // A place that is cut is likelier than other data of so even a length.
            let before = end - size - offset
            placesAreCut = !isLarge && before > 0 && before.isMultiple(of: ZipPlaces.turn)
            shift = placesAreCut ? 0 : before
            return
        }
        return nil
    }
}
