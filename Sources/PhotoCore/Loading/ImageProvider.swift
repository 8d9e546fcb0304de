import Foundation

/// One photo in progress: the operations that still lie before it, each depending on the one before.
///
/// Made for one way through the program; a photo that is cancelled and wanted again gets a new one.
@MainActor
public final class ImageProvider {
    /// Whose photo it is.
    public let record: PhotoRecord
    /// Where its bytes come from.
    let url: URL
    /// nil where there is nothing to look for. Of a provider that has one, the downloader and the decoding are nil:
    /// what is not found is another provider's.
    let lookup: RowPictureLookup?
    /// nil where memory holds the bytes or the pixels. Shared with other providers of the same URL.
    let downloader: ImageDownloader?
    private let decoding: ImageDecoding?
    private let filtration: ImageFiltration
    /// Whether what has been decoded is of a photo that lacks its end.
    var isCutShort: Bool { decoding?.isCutShort ?? false }

    init(
        record: PhotoRecord, url: URL, lookup: RowPictureLookup? = nil, downloader: ImageDownloader?,
        decoding: ImageDecoding?, filtration: ImageFiltration
    ) {
        self.record = record
        self.url = url
        self.lookup = lookup
        self.downloader = downloader
        self.decoding = decoding
        self.filtration = filtration
    }

    /// Queues what is to be looked up, decoded and filtered; the downloader, which is shared, is queued by whoever made
    /// it.
    func start(lookingUpOn lookupQueue: OperationQueue, filteringOn filtrationQueue: OperationQueue) {
        if let lookup { lookupQueue.addOperation(lookup) }
        if let decoding { filtrationQueue.addOperation(decoding) }
        filtrationQueue.addOperation(filtration)
    }

    /// Gives up looking, decoding and filtering; the downloader, which is shared, is given up when nobody wants it.
    ///
    /// The dependencies are taken apart first. A cancelled operation does not wait for what it depends on: it ends, and
    /// is freed, while the other still goes on, and swift-corelibs-foundation's Operation keeps unowned pointers to the
    /// operations that depend on it, which it follows when it ends.
    func cancel() {
        for operation in [filtration, decoding, lookup] as [Operation?] {
            guard let operation else { continue }
            for dependency in operation.dependencies { operation.removeDependency(dependency) }
            operation.cancel()
        }
    }

    /// How many pixels of the photo the picture has that was decoded; nil where that was the photo itself.
    var roughSize: PixelSize? {
        guard case .thumbnail(_, let content) = decoding?.encodedBytes?.extent else { return nil }
        return content
    }

    /// Blocks until the photo's operations have ended. The queues must not be suspended.
    public func waitUntilFinished() {
        lookup?.waitUntilFinished()
        decoding?.waitUntilFinished()
        filtration.waitUntilFinished()
    }
}
