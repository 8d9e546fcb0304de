import Foundation
import PhotoCore

/// An archive whose members are known. May be used from any thread.
final class OpenArchive: Sendable {
    /// The photos, in the order in which they are shown.
    let members: [ArchiveListing.Member]
    /// Why there may be more photos.
    let incompleteness: ArchiveError?
    /// What tells versions of a file apart; nil for an archive on a server.
    let version: String?
    private let bytes: any ArchiveBytes
    private let spool: FileBytes?
    private let numbers: [[UInt8]: Int]

    /// Opens the archive at `url`, and reads the names of its members. Blocks. An archive that can only be read from
    /// its start is unpacked on the way: its photos go to a file without a name.
    init(_ url: URL, _ access: ArchiveAccess) throws(ArchiveError) {
        version = url.isFileURL ? FileBytes.version(of: url) : nil
        let bytes: any ArchiveBytes = try url.isFileURL ? FileBytes(url) : WebBytes.open(url, access)
        let head = try bytes.readAll(0..<512, access)
        var listing = ArchiveListing()
        var (spool, end): (FileBytes?, ArchiveError?) = (nil, nil)
        do throws(ArchiveError) {
            switch ArchiveKind(head, takesGzip: true) {
            case nil: throw .notAnArchive
            case .zip? where try listing.readZip(bytes, access): break
            case .tar?: try listing.readTar(bytes, access)
            case .pdf?:
                let file = try SpoolFile()
                defer { spool = try? file.finish() }
                try listing.readPDF(bytes, to: file, access)
            // Without its directory, a ZIP is read from its start as well.
            case .zip?, .sequential?:
                let file = try SpoolFile()
                defer { spool = try? file.finish() }
                try listing.unpack(bytes, to: file, access)
            }
        } catch {
            if case .cancelled = error { throw error }
            end = error
        }
        if let refusal = listing.refusal { throw refusal }
        members = listing.finish()
        if members.isEmpty, let end { throw end }
        incompleteness = end
        self.bytes = bytes
        self.spool = spool
        numbers = Dictionary(members.enumerated().map { ($0.element.name, $0.offset) }) { $1 }
    }

    /// The member of this name.
    func member(_ name: [UInt8]) -> ArchiveListing.Member? { numbers[name].map { members[$0] } }

    /// Reads a member's bytes.
    func reader(of member: ArchiveListing.Member, _ access: ArchiveAccess) throws(ArchiveError) -> MemberReader {
        switch member.place {
        case nil: throw member.problem == .encrypted ? .encrypted : .memberMissing
        case .zip(let entry)?:
            guard let alone = ZipMemberBytes(entry, of: bytes) else { throw .damaged(reason: "") }
            let stream = try ArchiveStream(alone, as: .zip, access)
            guard try stream.next() != nil else { throw .damaged(reason: "") }
            return MemberReader(stream)
        case .tar(let position)?:
            let stream = try ArchiveStream(bytes, from: position, as: .tar, access)
            guard let header = try stream.next(), header.name == member.name else { throw .changed }
            return MemberReader(stream)
        case .spool(let range)?:
            guard let spool else { throw .memberMissing }
            return MemberReader(spool, range, access)
        }
    }
}

/// Reads the bytes of one member. Belongs to one thread at a time.
final class MemberReader {
    private let stream: ArchiveStream?
    private let bytes: FileBytes?
    private var range: Range<Int>
    private let access: ArchiveAccess?

    init(_ stream: ArchiveStream) { (self.stream, bytes, range, access) = (stream, nil, 0..<0, nil) }

    init(_ bytes: FileBytes, _ range: Range<Int>, _ access: ArchiveAccess) {
        (stream, self.bytes, self.range, self.access) = (nil, bytes, range, access)
    }

    /// Up to `count` more bytes; none at the end.
    func read(_ count: Int) throws(ArchiveError) -> [UInt8] {
        if let stream { return try stream.read(count) }
        guard let bytes, let access else { return [] }
        let piece = try bytes.read(range.prefix(count), access)
        range = range.dropFirst(piece.count)
        return piece
    }
}
