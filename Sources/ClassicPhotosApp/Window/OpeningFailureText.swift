import Foundation
import PhotoCore

/// What is said of a catalogue or a folder that cannot be opened, and what is offered to do about it. A pure value.
struct OpeningFailureText: Equatable {
    /// What a person can do at once.
    enum Offer: Equatable {
        /// Nothing but to close it.
        case nothing
        /// What failed may come the next time.
        case tryAgain
        /// There is nothing of that name here, or nothing that can be read, and that does not change by itself.
        case chooseFolder, chooseFile
    }

    let heading: String
    let body: String
    let offer: Offer

    /// For `failure`, after which the first `rows` photos are shown, if any could be read.
    init(_ failure: CatalogueFailure, of source: CatalogueSource, rows: Int = 0) {
        let rest = rows > 0 ? "\n\nThe first \(LoadingText.photos(rows)) could be read and are shown." : ""
        let folder = source.folder
        offer = Self.offer(failure, source)
        switch offer {
        case .chooseFolder, .chooseFile:
            heading = "“\(source.title)” Cannot Be Opened"
        case .nothing, .tryAgain:
            heading = "Oops!"
        }
        let sentence: String
        switch failure {
        case .noPhotos where folder?.isRecursive == false:
            sentence =
                "There are no pictures in this folder. To look in its subfolders as well, open it again and select "
                + "“Include subfolders”."
        case .noPhotos where folder != nil: sentence = "There are no pictures in this folder or its subfolders."
        case .fetch where offer == .chooseFolder: sentence = "\(failure)\n\nCheck the name, or choose another folder."
        case .fetch where offer == .chooseFile: sentence = "\(failure)\n\nCheck the name, or choose another file."
        default: sentence = "\(failure)"
        }
        body = (heading == "Oops!" ? "\(source.title)\n\n" : "") + sentence + rest
    }

    private static func offer(_ failure: CatalogueFailure, _ source: CatalogueSource) -> Offer {
        let isHere = if case .url(let url) = source { url.isFileURL } else { false }
        let choose: Offer = source.folder != nil ? .chooseFolder : .chooseFile
        switch failure {
        // Of the disk, nothing but another name helps; a server answers otherwise once it is well again.
        case .fetch(.tooLarge), .fetch(.redirectRefused): return .nothing
        case .fetch: return isHere ? choose : .tryAgain
        case .notACatalogue, .noPhotos: return isHere ? choose : .tryAgain
        case .tooLarge, .tooManyPhotos, .cancelled: return .nothing
        }
    }
}
