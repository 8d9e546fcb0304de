import Foundation
import PhotoCore
import PhotoServices

/// The explanation that a command line asks for (`--explain`). Neither a display nor the session's bus is needed.
enum ExplanationRequest {
    /// Prints what is taken for a photo in each document, and why. Returns the exit status: 1 if one has neither photos
    /// nor rows that open, or if the output cannot be written.
    static func print(_ sources: [CatalogueSource]) -> Int32 {
        let shelf = ArchiveShelf(Decoders.standard.archives)
        let network = DataFetcher(archives: shelf)
        // Documents as they arrive: no more is read of an archive than tells that it is one.
        let fetcher = CachingFetcher(
            network: network, store: nil, decoder: Decoders.standard.checks, account: Decoders.standard.memory)
        let fillers: [any CatalogueFilling] = [
            FolderFiller(), PictureListFiller(), FolderWalk(fetcher, as: .standard),
        ]
        var status: Int32 = 0
        for source in sources {
            guard case .url(let url) = source else {
                if case .share(let location, _) = source {
                    let reason = localized("Open it in a window first.")
                    StandardError.say("\(location.title): \(reason)")
                    status = 1
                }
                continue
            }
            let explanation = CatalogueExplanation(
                of: url, with: fetcher, as: .standard, fillers: fillers,
                archives: ArchiveFiller(shelf, network: network))
            // What a document says may hold escapes of a terminal.
            guard StandardOutput.print(explanation.lines.map { ShownText.line($0) }) else { return 1 }
            if explanation.isEmpty { status = 1 }
        }
        return status
    }
}
