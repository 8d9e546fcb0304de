import Foundation
import Synchronization

/// Makes pixels of a photo's bytes, at the size they are shown. On the filtration queue.
///
/// @unchecked Sendable: Operation subclasses restate it; what changes is in `output`, which has a lock.
public final class ImageDecoding: Operation, @unchecked Sendable {
    /// Where the bytes come from.
    enum Input: Sendable {
        /// From a download this operation depends on.
        case download(ImageDownloader)
        /// From memory.
        case held(FetchedData)
    }
    private let input: Input
    private let decoder: any PictureDecoding
    private let size: PixelSize
    private let ended: @Sendable (Result<PixelBuffer, DecodeFailure>) -> Void
    private let output = Mutex<PixelBuffer?>(nil)
    /// Set before it is queued.
    var trace = PhotoTrace.off

    /// The pixels, once there are any.
    var pixels: PixelBuffer? { output.withLock { $0 } }

    /// `ended` is told of the outcome, on the filtration queue; not when the operation was cancelled, nor when the
    /// download failed, which tells of it itself.
    init(
        _ input: Input, decoder: any PictureDecoding, size: PixelSize,
        ended: @escaping @Sendable (Result<PixelBuffer, DecodeFailure>) -> Void
    ) {
        self.input = input
        self.decoder = decoder
        self.size = size
        self.ended = ended
        super.init()
        if case .download(let download) = input { addDependency(download) }
    }

    public override func main() {
        // A dependent operation starts also when what it depends on was cancelled.
        guard !isCancelled, let data = encodedBytes else { return }
        let result = trace.work(on: .decode) {
            Result { () throws(DecodeFailure) in
                try decoder.decode(data, toFill: size, isCancelled: { self.isCancelled })
            }
        } next: {
            (try? $0.get()) == nil ? .delivery : .queuedForFiltering
        }
        guard !isCancelled else { return }
        if case .success(let pixels) = result { output.withLock { $0 = pixels } }
        ended(result)
    }

    private var encodedBytes: FetchedData? {
        switch input {
        case .held(let data): data
        case .download(let download): try? download.result?.get()
        }
    }
}
