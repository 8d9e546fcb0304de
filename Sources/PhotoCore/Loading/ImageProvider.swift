import Foundation

/// One photo in progress: its remaining operations, each depending on the previous one.
///
/// Used once; a photo that is cancelled and wanted again gets a new one.
@MainActor
final class ImageProvider {
    /// The four sources of a photo.
    enum Source: Sendable {
        /// A look-up on disk. If it finds nothing, another provider follows.
        case disk(RowPictureLookup)
        /// A download and its decoding. Providers of the same URL share the download.
        case download(ImageDownloader, ImageDecoding)
        /// Bytes held in memory, and their decoding.
        case bytes(ImageDecoding)
        /// Pixels held in memory.
        case pixels(PixelBuffer)
    }

    let record: PhotoRecord
    let url: URL
    private let source: Source
    private let filtration: ImageFiltration

    init(record: PhotoRecord, url: URL, _ source: Source, filtration: ImageFiltration) {
        self.record = record
        self.url = url
        self.source = source
        self.filtration = filtration
    }

    var lookup: RowPictureLookup? { if case .disk(let lookup) = source { lookup } else { nil } }

    var downloader: ImageDownloader? { if case .download(let downloader, _) = source { downloader } else { nil } }

    private var decoding: ImageDecoding? {
        switch source {
        case .download(_, let decoding), .bytes(let decoding): decoding
        case .disk, .pixels: nil
        }
    }

    var isCutShort: Bool { decoding?.isCutShort ?? false }

    /// Queues the look-up, decoding and filtration. The creator of the shared downloader queues it.
    func start(lookingUpOn lookupQueue: OperationQueue, filteringOn filtrationQueue: OperationQueue) {
        if let lookup { lookupQueue.addOperation(lookup) }
        if let decoding { filtrationQueue.addOperation(decoding) }
        filtrationQueue.addOperation(filtration)
    }

    /// Cancels the look-up, decoding and filtration. The shared downloader is cancelled when nobody wants it.
    ///
    /// Removes the dependencies first. A cancelled operation does not wait for its dependency: it ends and is freed
    /// while the dependency runs, and swift-corelibs-foundation's Operation keeps unowned pointers to its dependents,
    /// which it uses at its end.
    func cancel() {
        for operation in [filtration, decoding, lookup] as [Operation?] {
            guard let operation else { continue }
            for dependency in operation.dependencies { operation.removeDependency(dependency) }
            operation.cancel()
        }
    }

    /// How many of the photo's pixels the decoded picture has; nil if it was the photo itself.
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
