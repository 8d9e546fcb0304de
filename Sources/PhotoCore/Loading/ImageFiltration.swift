import Foundation

/// Filters a photo's pixels. On the filtration queue.
///
/// @unchecked Sendable: Operation subclasses restate it; nothing here changes after init.
public final class ImageFiltration: Operation, @unchecked Sendable {
    /// Where the pixels come from.
    enum Input: Sendable {
        /// From a decoding this operation depends on.
        case decoding(ImageDecoding)
        /// From a look-up this operation depends on.
        case lookup(RowPictureLookup)
        /// From memory.
        case held(PixelBuffer)
    }
    private let input: Input
    private let filter: (any PhotoFilter)?
    private let ended: @Sendable (PixelBuffer) -> Void
    private let trace: PhotoTrace

    /// Without a `filter` the pixels stay as they are. `ended` gets the filtered pixels, on the filtration queue; it is not
    /// called when the operation was cancelled, nor when there are no pixels to filter.
    init(
        _ input: Input, filter: (any PhotoFilter)?, trace: PhotoTrace,
        ended: @escaping @Sendable (PixelBuffer) -> Void
    ) {
        self.input = input
        self.filter = filter
        self.trace = trace
        self.ended = ended
        super.init()
        switch input {
        case .decoding(let decoding): addDependency(decoding)
        case .lookup(let lookup): addDependency(lookup)
        case .held: break
        }
    }

    public override func main() {
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
        switch input {
        case .held(let pixels): pixels
        case .decoding(let decoding): decoding.pixels
        case .lookup(let lookup): lookup.pixels
        }
    }
}
