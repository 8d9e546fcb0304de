import Foundation
import Synchronization

/// Decodes a photo's bytes to pixels at the size shown. On the filtration queue.
///
/// @unchecked Sendable: Operation subclasses restate it; the mutable state is in `output`, which has a lock.
final class ImageDecoding: Operation, @unchecked Sendable {
    /// The source of the bytes.
    enum Input: Sendable {
        /// A download that this operation depends on.
        case download(ImageDownloader)
        /// From memory.
        case held(FetchedData)
    }
    private let input: Input
    private let decoder: any PictureDecoding
    private let size: PixelSize
    private let keeper: (any RowPictureStoring)?
    private let discard: @Sendable () -> Void
    private let ended: @Sendable (Result<PixelBuffer, DecodeFailure>) -> Void
    private let trace: PhotoTrace
    private let output = Mutex<Picture?>(nil)

    var pixels: PixelBuffer? { output.withLock { $0?.pixels } }
    var isCutShort: Bool { output.withLock { $0?.isCutShort ?? false } }

    /// Calls `ended` with the outcome on the filtration queue; not if cancelled, nor if the download failed, which
    /// reports that itself. `keeper` stores the picture of a whole file. `discard` is called first if the bytes are
    /// wrong.
    init(
        _ input: Input, decoder: any PictureDecoding, size: PixelSize, keeper: (any RowPictureStoring)? = nil,
        trace: PhotoTrace, discard: @escaping @Sendable () -> Void = {},
        ended: @escaping @Sendable (Result<PixelBuffer, DecodeFailure>) -> Void
    ) {
        self.input = input
        self.decoder = decoder
        self.size = size
        self.keeper = keeper
        self.trace = trace
        self.discard = discard
        self.ended = ended
        super.init()
        if case .download(let download) = input { addDependency(download) }
    }

    override func main() {
        // A dependent operation starts even if its dependency was cancelled.
        guard !isCancelled, let data = encodedBytes else { return }
        let result = trace.work(on: .decode) {
            Result { () throws(DecodeFailure) in try decode(data) }
        } next: {
            (try? $0.get()) == nil ? .delivery : .queuedForFiltering
        }
        // Before the URL can be requested again.
        switch result {
        case .failure(let failure): if failure.isOfBytes { discard() }
        case .success(let picture): if picture.isCutShort { discard() }
        }
        // Even if it is no longer wanted: the work is done.
        defer { keep(result, of: data) }
        guard !isCancelled else { return }
        if case .success(let picture) = result {
            output.withLock { $0 = Picture(pixels: picture.pixels, isCutShort: picture.isCutShort) }
        }
        ended(result.map(\.pixels))
    }

    private struct Picture {
        let pixels: PixelBuffer
        /// The picture to store; the pixels are its middle.
        var whole: WholePicture?
        var isCutShort = false
    }

    private func decode(_ data: FetchedData) throws(DecodeFailure) -> Picture {
        // A fetched part gets an added end. A photo without its own end is not stored: it would count as whole.
        let isCutShort = data.extent == .whole && EncodedPicture(data.data).isEndMissing
        guard keeper != nil, data.version != nil, data.extent == .whole, !isCutShort else {
            return Picture(
                pixels: try decoder.decode(data, toFill: size, isCancelled: { self.isCancelled }),
                isCutShort: isCutShort)
        }
        let whole = try decoder.decodeWhole(
            data.data, at: { [size] in ThumbnailSize.whole(of: $0, covering: size) },
            isCancelled: { self.isCancelled })
        // Cut from the stored picture, so that the photo looks the same when loaded from there.
        guard let pixels = whole.middle(filling: size, isCancelled: { self.isCancelled }) else { throw .cancelled }
        return Picture(pixels: pixels, whole: whole)
    }

    /// Stores nothing of a partial file: a camera's thumbnail is smaller and coarser than the desktop's, and only its
    /// top was compared with the photo.
    private func keep(_ result: Result<Picture, DecodeFailure>, of data: FetchedData) {
        guard let keeper, let version = data.version, data.extent == .whole else { return }
        switch result {
        case .success(let picture): if let whole = picture.whole { keeper.keep(whole, of: version) }
        case .failure(let failure): keeper.keep(failure, of: version)
        }
    }

    var encodedBytes: FetchedData? {
        switch input {
        case .held(let data): data
        case .download(let download): try? download.result?.get()
        }
    }
}
