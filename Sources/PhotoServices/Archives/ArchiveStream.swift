import Foundation
import PhotoCore

/// Reads members of an archive in their order, in a confined worker. Belongs to one thread at a time.
final class ArchiveStream {
    /// A member's header.
    struct Header {
        let name: [UInt8]
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

    private let archive: any ArchiveReading
    private let input: ArchiveInput
    /// Whether the last member's archive passes over members without unpacking them.
    private(set) var skipsFreely = false

    /// Reads `bytes` from `start` on.
    init(
        _ bytes: any ArchiveBytes, from start: Int = 0, as formats: ArchiveFormats, _ access: ArchiveAccess
    ) throws(ArchiveError) {
        guard let unpacker = access.unpacker else { throw .notStarted }
        let input = ArchiveInput(bytes, from: start, access)
        let opened: any ArchiveReading
        do throws(ArchiveFailure) {
            opened = try unpacker.open(formats, input, isCancelled: access.isCancelled)
        } catch {
            throw input.failure ?? ArchiveError(error)
        }
        self.input = input
        archive = opened
    }

    /// The next member; nil at the end.
    func next() throws(ArchiveError) -> Header? {
        do throws(ArchiveFailure) {
            guard let header = try archive.next() else { return nil }
            skipsFreely = header.skipsFreely
            return Header(
                name: header.name, isFile: header.isFile, isEncrypted: header.isEncrypted,
                byteCount: header.byteCount, date: header.seconds.flatMap(Self.date), position: header.position)
        } catch {
            throw input.failure ?? ArchiveError(error)
        }
    }

    /// Up to `count` more bytes of the member; none at its end.
    func read(_ count: Int) throws(ArchiveError) -> [UInt8] {
        do throws(ArchiveFailure) {
            return try archive.read(count)
        } catch {
            throw input.failure ?? ArchiveError(error)
        }
    }

    /// Passes over the rest of the member.
    func skip() throws(ArchiveError) {
        do throws(ArchiveFailure) {
            try archive.skip()
        } catch {
            throw input.failure ?? ArchiveError(error)
        }
    }

    /// How many bytes of the archive have been read.
    var consumed: Int { input.furthest }

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
