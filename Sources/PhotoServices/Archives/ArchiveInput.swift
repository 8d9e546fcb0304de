import CArchive
import PhotoCore

/// libarchive's way to the bytes of an archive: from a place on, with seeking. Belongs to one thread at a time.
final class ArchiveInput {
    private let bytes: any ArchiveBytes
    private let start: Int
    private let access: ArchiveAccess
    private var position: Int
    /// The end of the last read. Reading on from there reads more at a time, because a jump may follow any read.
    private var lastEnd = -1
    private var stride = ArchiveInput.shortest
    /// Lent to libarchive until its next read.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ArchiveInput.longest, alignment: 16)
    /// Why the last call failed.
    private(set) var failure: ArchiveError?
    /// How far it has been read.
    private(set) var furthest = 0

    /// The beginnings of most photos, with their thumbnails, are this long.
    private static let shortest = 64 << 10
    private static let longest = 1 << 20

    init(_ bytes: any ArchiveBytes, from start: Int, _ access: ArchiveAccess) {
        self.bytes = bytes
        self.start = start
        self.access = access
        position = start
    }

    deinit { buffer.deallocate() }

    /// Sets itself as the source of `archive`, which must not outlive it.
    func attach(to archive: OpaquePointer) {
        archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(archive) { _, data, out in
            ArchiveInput.from(data)?.read(into: out) ?? Int(ARCHIVE_FATAL)
        }
        archive_read_set_seek_callback(archive) { _, data, offset, whence in
            ArchiveInput.from(data)?.seek(offset, whence) ?? la_int64_t(ARCHIVE_FATAL)
        }
        archive_read_set_skip_callback(archive) { _, data, count in ArchiveInput.from(data)?.skip(count) ?? 0 }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> ArchiveInput? {
        data.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into out: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
        do throws(ArchiveError) {
            stride = position == lastEnd ? min(Self.longest, stride * 2) : Self.shortest
            guard position < bytes.byteCount else { return 0 }
            let count = min(stride, bytes.byteCount - position)
            let piece = try bytes.read(position..<position + count, access)
            buffer.copyBytes(from: piece.prefix(buffer.count))
            position += piece.count
            lastEnd = position
            furthest = max(furthest, position - start)
            out?.pointee = UnsafeRawPointer(buffer.baseAddress)
            return piece.count
        } catch {
            failure = error
            return Int(ARCHIVE_FATAL)
        }
    }

    private func seek(_ offset: la_int64_t, _ whence: CInt) -> la_int64_t {
        let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position - start : bytes.byteCount - start
        let (target, isTooLarge) = base.addingReportingOverflow(Int(offset))
        guard !isTooLarge, target >= 0 else { return la_int64_t(ARCHIVE_FATAL) }
        position = start + min(target, bytes.byteCount - start)
        return la_int64_t(position - start)
    }

    private func skip(_ count: la_int64_t) -> la_int64_t {
        let step = max(0, min(Int(count), bytes.byteCount - position))
        position += step
        return la_int64_t(step)
    }
}
