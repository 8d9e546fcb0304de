import Foundation
import TestSupport

@testable import PhotoCore
@testable import PhotoServices

/// Archives of the tests' documents, and what is read of them.
enum ArchiveSample {
    /// The archive of this name.
    static func url(_ name: String) -> URL { DocumentSample.root.appendingPathComponent("archives/\(name)") }

    /// The catalogue of an archive.
    static func catalogue(_ url: URL, network: DataFetcher? = nil, shelf: ArchiveShelf = ArchiveShelf()) -> ReadOutcome
    {
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
