import Foundation
import PhotoCore
import PhotoServices

/// The explanation that a command line asks for (`--explain`). Neither a display nor the session's bus is needed.
enum ExplanationRequest {
    /// Prints what is taken for a photo in each document, and why. Returns the exit status: 1 if one has no photos.
    static func print(_ sources: [CatalogueSource]) -> Int32 {
        let fetcher = DataFetcher()
        var status: Int32 = 0
        for case .url(let url) in sources {
            let explanation = CatalogueExplanation(of: url, with: fetcher, as: .standard)
            // What a document says may hold escapes of a terminal.
            for line in explanation.lines { Swift.print(ShownText.line(line)) }
            if !explanation.hasPhotos { status = 1 }
        }
        return status
    }
}
