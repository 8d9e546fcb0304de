import Foundation
import PhotoCore

/// The message about a catalogue or a folder that cannot be opened, and the offer to resolve it. A pure value.
struct OpeningFailureText: Equatable {
    /// An immediate remedy.
    enum Offer: Equatable {
        /// None but to close it.
        case nothing
        /// A retry may work.
        case tryAgain
        /// The name is missing or unreadable here, which does not change by itself.
        case chooseFolder, chooseFile
    }

    let heading: String
    let body: String
    let offer: Offer

    /// For `failure`; the first `rows` photos are shown, if any could be read.
    init(_ failure: CatalogueFailure, of source: CatalogueSource, rows: Int = 0) {
        let number = NumberFormats.current.whole(rows)
        let read = localizedCount(
            rows, "The first photo could be read and is shown.",
            "The first \(number) photos could be read and are shown.")
        let folder = source.folder
        offer = Self.offer(failure, source)
        let isUnfound = failure == .noPhotos && source.searched != nil
        switch offer {
        case .chooseFolder, .chooseFile:
            heading = localized("“\(source.title)” Cannot Be Opened")
        case .nothing, .tryAgain:
            heading = isUnfound ? localized("No Results Found") : localized("Oops!")
        }
        let headingNames = offer == .chooseFolder || offer == .chooseFile || isUnfound
        let sentence: String
        switch failure {
        case .noPhotos where isUnfound:
            sentence = localized("The server knows no photos for “\(ShownText.line(source.searched ?? ""))”.")
        case .noPhotos where folder?.isRecursive == false:
            sentence =
                localized("There are no pictures in this folder, and no folders.")
        case .noPhotos where folder != nil || source.webFolder != nil:
            sentence = localized("There are no pictures in this folder or its subfolders.")
        case .fetch where offer == .chooseFolder:
            sentence = "\(failure)\n\n" + localized("Check the name, or choose another folder.")
        case .fetch where offer == .chooseFile:
            sentence = "\(failure)\n\n" + localized("Check the name, or choose another file.")
        default: sentence = "\(failure)"
        }
        body = (headingNames ? "" : "\(source.title)\n\n") + sentence + (rows > 0 ? "\n\n\(read)" : "")
    }

    private static func offer(_ failure: CatalogueFailure, _ source: CatalogueSource) -> Offer {
        let isHere = if case .url(let url) = source { url.isFileURL } else { false }
        let choose: Offer = source.folder != nil ? .chooseFolder : .chooseFile
        switch failure {
        // For local files only another name helps; a server may recover.
        case .fetch(.tooLarge), .fetch(.redirectRefused): return .nothing
        case .fetch: return isHere ? choose : .tryAgain
        case .noPhotos where source.searched != nil: return .nothing
        case .notACatalogue, .noPhotos, .noPhotosIn, .noPhotosInFeed: return isHere ? choose : .tryAgain
        case .tooLarge, .tooManyPhotos, .archive, .cancelled: return .nothing
        }
    }
}
