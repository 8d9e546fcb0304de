import CArchive
import Foundation
import PhotoCore

/// Reads members of an archive with libarchive, in their order. Belongs to one thread at a time.
final class ArchiveStream {
    enum Formats { case zip, tar, sequential }

    /// A member's header.
    struct Header {
        let name: [UInt8]
        let isUTF8: Bool
        /// Whether it is a file: no folder, and no link.
        let isFile: Bool
        let isEncrypted: Bool
        /// Its length in bytes, if known before its end.
        let byteCount: Int?
        /// In UTC.
        let date: String?
        /// Where its header begins, counted from the first byte.
        let position: Int
    }

    private let archive: OpaquePointer
    private let input: ArchiveInput

    /// Reads `bytes` from `start` on.
    init(
        _ bytes: any ArchiveBytes, from start: Int = 0, as formats: Formats, _ access: ArchiveAccess
    ) throws(ArchiveError) {
        guard let made = archive_read_new() else { throw .damaged(reason: "") }
        archive = made
        input = ArchiveInput(bytes, from: start, access)
        switch formats {
        case .zip: archive_read_support_format_zip_seekable(made)
        case .tar: archive_read_support_format_tar(made)
        case .sequential:
            for support in [
                archive_read_support_format_tar, archive_read_support_format_7zip, archive_read_support_format_rar,
                archive_read_support_format_rar5, archive_read_support_format_cpio,
                archive_read_support_format_zip_streamable,
            ] {
                _ = support(made)
            }
            // Only what the library has built in: it would start programs for the others.
            for support in [
                archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
                archive_read_support_filter_zstd,
            ] where support(made) != ARCHIVE_OK {
                throw .damaged(reason: "")
            }
        }
        input.attach(to: made)
        guard archive_read_open1(made) == ARCHIVE_OK else { throw input.failure ?? .notAnArchive }
    }

    deinit { archive_read_free(archive) }

    /// The next member; nil at the end.
    func next() throws(ArchiveError) -> Header? {
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK, ARCHIVE_WARN: break
        case ARCHIVE_EOF: return nil
        default: throw error
        }
        guard let entry else { return nil }
        let utf8 = archive_entry_pathname_utf8(entry)
        let name = utf8 ?? archive_entry_pathname(entry)
        let seconds = archive_entry_mtime_is_set(entry) != 0 ? Int(archive_entry_mtime(entry)) : nil
        return Header(
            name: name.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? [],
            isUTF8: utf8 != nil,
            isFile: mode_t(archive_entry_filetype(entry)) == S_IFREG && archive_entry_hardlink(entry) == nil,
            isEncrypted: archive_entry_is_encrypted(entry) != 0,
            byteCount: archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil,
            date: seconds.flatMap(Self.date), position: Int(archive_read_header_position(archive)))
    }

    /// Up to `count` more bytes of the member; none at its end.
    func read(_ count: Int) throws(ArchiveError) -> [UInt8] {
        guard count > 0 else { return [] }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = archive_read_data(archive, buffer.baseAddress, count)
            filled = max(0, result)
        }
        guard result >= 0 else { throw error }
        return bytes
    }

    /// Passes over the rest of the member.
    func skip() throws(ArchiveError) {
        guard archive_read_data_skip(archive) >= ARCHIVE_WARN else { throw error }
    }

    /// Whether the library passes over members without unpacking them.
    var skipsFreely: Bool {
        let format = archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK
        let isPlain = archive_filter_count(archive) <= 1
        return isPlain && [ARCHIVE_FORMAT_TAR, ARCHIVE_FORMAT_RAR, ARCHIVE_FORMAT_RAR_V5].contains(format)
    }

    /// How many bytes of the archive have been read.
    var consumed: Int { input.furthest }

    private var error: ArchiveError {
        if let failure = input.failure { return failure }
        let text = archive_error_string(archive).map { String(cString: $0) } ?? ""
        if archive_read_has_encrypted_entries(archive) > 0 || text.lowercased().contains("encrypt") {
            return .encrypted
        }
        return text.contains("Unrecognized archive format")
            ? .notAnArchive : .damaged(reason: ShownText.line(text))
    }

    /// "2025-07-01T12:00:00Z"; nil outside of the years that people date photos with.
    private static func date(_ seconds: Int) -> String? {
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        var (time, parts) = (time_t(seconds), tm())
        guard gmtime_r(&time, &parts) != nil else { return nil }
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return length > 0 ? String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
