import PhotoCore

/// A ZIP made of one member of another: its bytes where they are, then a directory of this member alone.
///
/// libarchive reads the local header of every member of a directory, which is one request to a server for each. With
/// this directory it reads those of the wanted member only.
struct ZipMemberBytes: ArchiveBytes {
    private let archive: any ArchiveBytes
    private let start: Int
    /// The end of the member at the latest, and probably, counted from its start.
    private let latestEnd: Int, likelyEnd: Int
    private let directoryStart: Int
    private let directory: [UInt8]

    /// libarchive looks for the directory in the last 16 KiB: none of these are the member's.
    private static let gap = 32 << 10

    /// The ZIP of `entry` of `archive`; nil if the entry names no place in it, or is too large.
    init?(_ entry: ZipEntry, of archive: any ArchiveBytes) {
        self.archive = archive
        start = entry.offset
        guard entry.packedByteCount < 1 << 31, entry.offset < archive.byteCount else { return nil }
        let names = 30 + entry.name.count
        latestEnd = min(archive.byteCount - start, 30 + 2 * 65_535 + entry.packedByteCount)
        // The local extra fields are mostly short.
        likelyEnd = min(latestEnd, names + 64 + entry.packedByteCount)
        directoryStart = latestEnd + Self.gap
        guard let directory = entry.directoryAlone(at: directoryStart) else { return nil }
        self.directory = directory
    }

    var byteCount: Int { directoryStart + directory.count }

    func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
        let range = range.clamped(to: 0..<byteCount)
        if range.lowerBound < latestEnd {
            let end = min(range.upperBound, range.lowerBound < likelyEnd ? likelyEnd : latestEnd)
            return try archive.read((start + range.lowerBound)..<(start + end), access)
        }
        if range.lowerBound < directoryStart {
            return [UInt8](repeating: 0, count: min(range.upperBound, directoryStart) - range.lowerBound)
        }
        return Array(directory[(range.lowerBound - directoryStart)..<(range.upperBound - directoryStart)])
    }
}
