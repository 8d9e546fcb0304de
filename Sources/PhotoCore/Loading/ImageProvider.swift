import Foundation

/// One photo in progress: the operations that still lie before it, each depending on the one before.
///
/// Made for one way through the program; a photo that is cancelled and wanted again gets a new one.
@MainActor
final class ImageProvider {
    /// The four ways in which a photo can come.
    enum Source: Sendable {
        /// Its picture is looked for on disk. What is not found is another provider's.
        case disk(RowPictureLookup)
        /// Its bytes are downloaded, and decoded. Providers of the same URL share the download.
        case download(ImageDownloader, ImageDecoding)
        /// Memory holds its bytes, which are decoded.
        case bytes(ImageDecoding)
        /// Memory holds its pixels.
        case pixels(PixelBuffer)
    }

    /// Whose photo it is.
    let record: PhotoRecord
    /// Where its bytes come from.
    let url: URL
    private let source: Source
    private let filtration: ImageFiltration

    init(record: PhotoRecord, url: URL, _ source: Source, filtration: ImageFiltration) {
        self.record = record
        self.url = url
        self.source = source
        self.filtration = filtration
    }

    /// Nil where nothing is looked for.
    var lookup: RowPictureLookup? { if case .disk(let lookup) = source { lookup } else { nil } }

    /// Nil where nothing is downloaded.
    var downloader: ImageDownloader? { if case .download(let downloader, _) = source { downloader } else { nil } }

    private var decoding: ImageDecoding? {
        switch source {
        case .download(_, let decoding), .bytes(let decoding): decoding
        case .disk, .pixels: nil
        }
    }

    /// Whether what has been decoded is of a photo that lacks its end.
    var isCutShort: Bool { decoding?.isCutShort ?? false }

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
    func waitUntilFinished() {
        lookup?.waitUntilFinished()
        decoding?.waitUntilFinished()
        filtration.waitUntilFinished()
    }
}
