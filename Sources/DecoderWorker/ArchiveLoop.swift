import CConfinement
import Foundation
import PhotoCore

/// The loop of a confined worker for archives: it reads one after the other, on one thread, until the program ends.
final class ArchiveLoop {
    /// A worker without an archive for this long is at rest.
    private static let restMilliseconds: CInt = 100

    private let link: WorkerLink
    private let unpacker: any ArchiveUnpacking
    private var archive: (any ArchiveReading)?

    init(_ link: WorkerLink, _ unpacker: any ArchiveUnpacking) {
        self.link = link
        self.unpacker = unpacker
    }

    func run() -> Never {
        while true {
            switch link.receiveAboutArchive() {
            case .open(let formats, let byteCount): open(formats, byteCount)
            case .next:
                answer { (archive) throws(ArchiveFailure) -> ArchiveReply in
                    guard let header = try archive.next() else { return .ended }
                    return .member(header)
                }
            case .read(let count):
                answer { (archive) throws(ArchiveFailure) -> ArchiveReply in
                    let bytes = try archive.read(count)
                    return .piece(Data(bytes))
                }
            case .skip:
                answer { (archive) throws(ArchiveFailure) -> ArchiveReply in
                    try archive.skip()
                    return .skipped
                }
            case .close:
                archive = nil
                // Memory goes back to the system only at rest: the next photo of an archive needs as much again.
                if !link.hasRequest(withinMilliseconds: Self.restMilliseconds) { confinement_trim() }
            case .bytes, .noBytes: exit(WorkerLink.protocolStatus)
            }
        }
    }

    private func open(_ formats: ArchiveFormats, _ byteCount: Int) {
        // The last one is freed before.
        archive = nil
        do throws(ArchiveFailure) {
            archive = try unpacker.open(formats, AskedSource(link, byteCount), isCancelled: { false })
            link.sendAboutArchive(.opened)
        } catch {
            link.sendAboutArchive(.failed(error))
        }
    }

    private func answer(_ body: (any ArchiveReading) throws(ArchiveFailure) -> ArchiveReply) {
        guard let archive else { exit(WorkerLink.protocolStatus) }
        do throws(ArchiveFailure) {
            let reply = try body(archive)
            link.sendAboutArchive(reply)
        } catch {
            link.sendAboutArchive(.failed(error))
        }
    }
}

/// The bytes of an archive, for which the program is asked.
private final class AskedSource: ArchiveSource {
    let byteCount: Int
    private let link: WorkerLink

    init(_ link: WorkerLink, _ byteCount: Int) {
        self.link = link
        self.byteCount = byteCount
    }

    func bytes(at offset: Int, most: Int) -> ArraySlice<UInt8>? {
        link.sendAboutArchive(.wanted(offset: offset, count: min(most, DecodeRequest.longestPiece)))
        switch link.receiveAboutArchive() {
        case .bytes(let data): return [UInt8](data)[...]
        case .noBytes: return nil
        case .open, .next, .read, .skip, .close: exit(WorkerLink.protocolStatus)
        }
    }
}
