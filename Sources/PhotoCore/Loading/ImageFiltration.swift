import Foundation

/// Filters a photo's pixels. On the filtration queue.
///
/// @unchecked Sendable: Operation subclasses restate it; immutable after init.
final class ImageFiltration: Operation, @unchecked Sendable {
    private let source: ImageProvider.Source
    private let filter: (any PhotoFilter)?
    private let ended: @Sendable (PixelBuffer) -> Void
    private let trace: PhotoTrace

    /// Depends on the operation of `source` that makes the pixels. Without a `filter` they stay unchanged. Calls
    /// `ended` with the filtered pixels on the filtration queue; not if cancelled, nor without pixels.
    init(
        _ source: ImageProvider.Source, filter: (any PhotoFilter)?, trace: PhotoTrace,
        ended: @escaping @Sendable (PixelBuffer) -> Void
    ) {
        self.source = source
        self.filter = filter
        self.trace = trace
        self.ended = ended
        super.init()
        switch source {
        case .disk(let lookup): addDependency(lookup)
        case .download(_, let decoding), .bytes(let decoding): addDependency(decoding)
        case .pixels: break
        }
    }

    override func main() {
        guard !isCancelled, let pixels = originalPixels else { return }
        let filtered =
            if let filter {
                trace.work(on: .filter) {
                    filter.apply(to: pixels, isCancelled: { self.isCancelled })
                } next: { _ in
                    .delivery
                }
            } else { pixels as PixelBuffer? }
        if let filtered, !isCancelled { ended(filtered) }
    }

    private var originalPixels: PixelBuffer? {
        switch source {
        case .disk(let lookup): lookup.pixels
        case .download(_, let decoding), .bytes(let decoding): decoding.pixels
        case .pixels(let pixels): pixels
        }
    }
}
