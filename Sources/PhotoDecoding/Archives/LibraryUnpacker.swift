import CArchive
import Foundation
import PhotoCore

/// Opens archives with libarchive, and PDF documents with libqpdf, in this process.
package struct LibraryUnpacker: ArchiveUnpacking {
    package init() {}

    /// See ArchiveUnpacking. The source is asked again and again: it also notices cancellations.
    package func open(
        _ formats: ArchiveFormats, _ source: any ArchiveSource, isCancelled: @escaping @Sendable () -> Bool
    ) throws(ArchiveFailure) -> any ArchiveReading {
        if formats == .pdf {
            guard let library = PDFLibrary.shared else { throw .noPDFLibrary }
            return try PDFArchive(library, source)
        }
        guard let library = ArchiveLibrary.shared else { throw .notStarted }
        return try LibraryArchive(library, formats, source)
    }
}

/// Reads members of an archive with libarchive.
private final class LibraryArchive: ArchiveReading {
    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private let input: LibraryInput

    init(_ library: ArchiveLibrary, _ formats: ArchiveFormats, _ source: any ArchiveSource) throws(ArchiveFailure) {
        guard let archive = library.make() else { throw .outOfMemory }
        self.library = library
        self.archive = archive
        input = LibraryInput(source)
        for support in library.formats[formats] ?? [] { _ = support(archive) }
        // Only what the library has built in: it would start programs for the others.
        if formats == .sequential, !library.filters.allSatisfy({ $0(archive) == ARCHIVE_OK }) {
            throw .damaged(reason: "")
        }
        input.attach(to: archive, library)
        guard library.open(archive) == ARCHIVE_OK else { throw input.hasFailed ? .sourceFailed : .notAnArchive }
    }

    deinit { _ = library.free(archive) }

    func next() throws(ArchiveFailure) -> ArchiveHeader? {
        var entry: OpaquePointer?
        switch library.nextHeader(archive, &entry) {
        case ARCHIVE_OK, ARCHIVE_WARN: break
        case ARCHIVE_EOF: return nil
        default: throw failure
        }
        guard let entry else { return nil }
        let name = (library.utf8Name(entry) ?? library.name(entry)).map { name in
            Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        }
        let size = library.hasSize(entry) != 0 ? Int(library.size(entry)) : -1
        return ArchiveHeader(
            name: name.map { $0.count <= ArchiveLimits.nameByteCount ? $0 : [] } ?? [],
            isFile: library.fileType(entry) == S_IFREG && library.link(entry) == nil,
            isEncrypted: library.isEncrypted(entry) != 0, byteCount: size >= 0 ? size : nil,
            seconds: library.hasTime(entry) != 0 ? Int(library.time(entry)) : nil,
            position: max(0, Int(library.position(archive))), skipsFreely: skipsFreely)
    }

    func read(_ count: Int) throws(ArchiveFailure) -> [UInt8] {
        guard count > 0 else { return [] }
        var result = 0
        let bytes = [UInt8](capacity: count) { buffer, filled in
            result = library.read(archive, UnsafeMutableRawPointer(buffer.baseAddress), count)
            filled = max(0, result)
        }
        guard result >= 0 else { throw failure }
        return bytes
    }

    func skip() throws(ArchiveFailure) {
        guard library.skip(archive) >= ARCHIVE_WARN else { throw failure }
    }

    private var skipsFreely: Bool {
        let format = library.format(archive) & ARCHIVE_FORMAT_BASE_MASK
        let isPlain = library.filterCount(archive) <= 1
        return isPlain && [ARCHIVE_FORMAT_TAR, ARCHIVE_FORMAT_RAR, ARCHIVE_FORMAT_RAR_V5].contains(format)
    }

    private var failure: ArchiveFailure {
        if input.hasFailed { return .sourceFailed }
        let text = library.errorText(archive).map { String(cString: $0) } ?? ""
        if library.hasEncrypted(archive) > 0 || text.lowercased().contains("encrypt") { return .encrypted }
        return text.contains("Unrecognized archive format")
            ? .notAnArchive : .damaged(reason: ShownText.line(text))
    }
}

/// libarchive's way to the bytes of an archive, with seeking.
private final class LibraryInput {
    private let source: any ArchiveSource
    private var position = 0
    /// Lent to libarchive until its next read.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: LibraryInput.longest, alignment: 16)
    /// Whether bytes could not be read.
    private(set) var hasFailed = false

    /// What fits into a message between processes.
    private static let longest = DecodeRequest.longestPiece

    init(_ source: any ArchiveSource) { self.source = source }

    deinit { buffer.deallocate() }

    /// Sets itself as the source of `archive`, which must not outlive it.
    func attach(to archive: OpaquePointer, _ library: ArchiveLibrary) {
        _ = library.setData(archive, Unmanaged.passUnretained(self).toOpaque())
        _ = library.setReader(archive) { _, data, out in
            LibraryInput.from(data)?.read(into: out) ?? Int(ARCHIVE_FATAL)
        }
        _ = library.setSeeker(archive) { _, data, offset, whence in
            LibraryInput.from(data)?.seek(offset, whence) ?? Int64(ARCHIVE_FATAL)
        }
        _ = library.setSkipper(archive) { _, data, count in LibraryInput.from(data)?.skip(count) ?? 0 }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> LibraryInput? {
        data.map { Unmanaged<LibraryInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into out: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
        guard position < source.byteCount else { return 0 }
        guard let bytes = source.bytes(at: position, most: Self.longest) else {
            hasFailed = true
            return Int(ARCHIVE_FATAL)
        }
        let piece = bytes.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        position += piece.count
        out?.pointee = UnsafeRawPointer(buffer.baseAddress)
        return piece.count
    }

    private func seek(_ offset: Int64, _ whence: CInt) -> Int64 {
        let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : source.byteCount
        let (target, isTooLarge) = base.addingReportingOverflow(Int(offset))
        guard !isTooLarge, target >= 0 else { return Int64(ARCHIVE_FATAL) }
        position = min(target, source.byteCount)
        return Int64(position)
    }

    private func skip(_ count: Int64) -> Int64 {
        let step = max(0, min(Int(count), source.byteCount - position))
        position += step
        return Int64(step)
    }
}
