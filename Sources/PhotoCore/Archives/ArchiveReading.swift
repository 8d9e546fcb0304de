/// Opens archives with a library in C: in a confined worker, or in this process.
package protocol ArchiveUnpacking: Sendable {
    /// Opens the archive whose bytes `source` returns. Blocks, and so do all calls of what it returns, until
    /// `isCancelled` returns true.
    func open(
        _ formats: ArchiveFormats, _ source: any ArchiveSource, isCancelled: @escaping @Sendable () -> Bool
    ) throws(ArchiveFailure) -> any ArchiveReading
}

/// The members of an open archive, in their order. Belongs to one thread at a time.
package protocol ArchiveReading: AnyObject {
    /// The next member; nil at the end.
    func next() throws(ArchiveFailure) -> ArchiveHeader?

    /// Up to `count` more bytes of the member; none at its end.
    func read(_ count: Int) throws(ArchiveFailure) -> [UInt8]

    /// Passes over the rest of the member.
    func skip() throws(ArchiveFailure)
}

/// The bytes of an archive. Belongs to one thread at a time.
package protocol ArchiveSource: AnyObject {
    var byteCount: Int { get }

    /// Up to `most` bytes from `offset` on, which is within the archive; nil if they cannot be read. Blocks.
    func bytes(at offset: Int, most: Int) -> ArraySlice<UInt8>?
}

/// Which formats are expected.
package enum ArchiveFormats: UInt8, Sendable, CaseIterable {
    case zip
    case tar
    /// All formats that are read from the start to the end.
    case sequential
    /// The pictures on the pages of a PDF document, each called by its ``PDFPictureName``.
    case pdf
}

/// A member's header.
package struct ArchiveHeader: Sendable, Equatable {
    /// In any encoding; empty if it is longer than names may be.
    package let name: [UInt8]
    /// Whether it is a file: no folder, and no link.
    package let isFile: Bool
    package let isEncrypted: Bool
    /// Its length in bytes, if known before its end.
    package let byteCount: Int?
    /// When it was last changed, in seconds since 1970.
    package let seconds: Int?
    /// Where its header begins, counted from the first byte.
    package let position: Int
    /// Whether the library passes over members of this archive without unpacking them.
    package let skipsFreely: Bool

    package init(
        name: [UInt8], isFile: Bool, isEncrypted: Bool, byteCount: Int?, seconds: Int?, position: Int,
        skipsFreely: Bool
    ) {
        self.name = name
        self.isFile = isFile
        self.isEncrypted = isEncrypted
        self.byteCount = byteCount
        self.seconds = seconds
        self.position = position
        self.skipsFreely = skipsFreely
    }
}

/// Why an archive cannot be read on.
package enum ArchiveFailure: Error, Hashable, Sendable {
    /// It begins like an archive, and is none.
    case notAnArchive
    case encrypted
    /// `reason` is the library's.
    case damaged(reason: String)
    /// Its source knows why.
    case sourceFailed
    case outOfMemory
    /// The process that read it ended before its time.
    case crashed
    /// The same, by the system or a person: not the archive's fault.
    case killed
    /// Reading took more than this many seconds.
    case tooSlow(seconds: Int)
    /// No process that reads archives starts, or the library is not installed.
    case notStarted
    /// The library that reads PDF documents is not installed.
    case noPDFLibrary
    case cancelled
}
