import ConfinedDecoding
import Foundation
import TestSupport

@testable import PhotoCore
@testable import PhotoServices

/// Archives of the tests' documents, and what is read of them.
enum ArchiveSample {
    /// The archive of this name.
    static func url(_ name: String) -> URL { DocumentSample.root.appendingPathComponent("archives/\(name)") }

    /// Reads archives as the program does, in workers.
    static let unpacker = ConfinedUnpacker(
        WorkerPool(DecoderProgram(path: WorkerPrograms.path("classic-photos-decoder"))))

    /// A new shelf.
    static var shelf: ArchiveShelf { ArchiveShelf(unpacker) }

    /// A fetcher of members of archives on this computer.
    static var fetcher: DataFetcher { DataFetcher(archives: shelf) }

    /// The way to archives on this computer.
    static let access = ArchiveAccess(network: nil, unpacker: unpacker)

    /// The catalogue of an archive.
    static func catalogue(
        _ url: URL, network: DataFetcher? = nil, shelf: ArchiveShelf = ArchiveSample.shelf
    ) -> ReadOutcome {
        ReadOutcome(of: url, filledBy: ArchiveFiller(shelf, network: network))
    }

    /// The bytes at a URL.
    static func bytes(
        of url: URL, with fetcher: DataFetcher, limit: Int = 64 << 20
    ) async -> Result<Data, FetchFailure> {
        await withCheckedContinuation { continuation in
            _ = fetcher.fetch(FetchRequest(url: url, limit: limit), progress: { _ in }) {
                continuation.resume(returning: $0.map(\.data))
            }
        }
    }
}
