import CArchive
import Foundation

/// The names that may stand in an archive's bytes, damaged or not.
struct ArchiveNamesWithin {
    /// The archive as it is, and unpacked if it is packed as a whole.
    private let texts: [Data]

    init(_ archive: [UInt8]) {
        texts = [Data(archive), Data(Self.unpacked(archive))]
    }

    /// Whether a member's name stands there in one piece, or in the two in which a TAR has long ones. RAR has
    /// backslashes between folders, 7z has UTF-16.
    func has(_ name: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        let leaning = name.map { $0 == slash ? UInt8(ascii: "\\") : $0 }
        let wide = String(decoding: name, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return texts.contains { text in
            let holds = { (piece: any Sequence<UInt8>) in
                let piece = Data(piece)
                return piece.isEmpty || text.range(of: piece) != nil
            }
            return holds(name) || holds(leaning) || holds(wide)
                || name.indices.contains { name[$0] == slash && holds(name[..<$0]) && holds(name[($0 + 1)...]) }
        }
    }

    /// What the archive's filters give, up to the first damage that they find, as libarchive gives it to formats.
    private static func unpacked(_ archive: [UInt8]) -> [UInt8] {
        guard let reader = archive_read_new() else { return [] }
        defer { archive_read_free(reader) }
        archive_read_support_format_raw(reader)
        archive_read_support_filter_gzip(reader)
        archive_read_support_filter_bzip2(reader)
        archive_read_support_filter_xz(reader)
        archive_read_support_filter_zstd(reader)
        return archive.withUnsafeBytes { bytes in
            var entry: OpaquePointer?
            guard archive_read_open_memory(reader, bytes.baseAddress, bytes.count) == ARCHIVE_OK,
                archive_read_next_header(reader, &entry) == ARCHIVE_OK
            else { return [] }
            var unpacked: [UInt8] = []
            while unpacked.count < 1 << 20 {
                var count = 0
                unpacked += [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                    count = archive_read_data(reader, buffer.baseAddress, buffer.count)
                    filled = max(0, count)
                }
                if count <= 0 { break }
            }
            return unpacked
        }
    }
}
