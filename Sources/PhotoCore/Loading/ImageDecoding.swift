import Foundation
import Synchronization

/// Makes pixels of a photo's bytes, at the size they are shown. On the filtration queue.
///
/// @unchecked Sendable: Operation subclasses restate it; what changes is in `output`, which has a lock.
final class ImageDecoding: Operation, @unchecked Sendable {
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
    private let keeper: (any RowPictureStoring)?
    private let discard: @Sendable () -> Void
    private let ended: @Sendable (Result<PixelBuffer, DecodeFailure>) -> Void
    private let trace: PhotoTrace
    private let output = Mutex<Picture?>(nil)

    /// The pixels, once there are any.
    var pixels: PixelBuffer? { output.withLock { $0?.pixels } }
    /// Whether these are of a photo that lacks its end.
    var isCutShort: Bool { output.withLock { $0?.isCutShort ?? false } }

    /// `ended` is told of the outcome, on the filtration queue; not when the operation was cancelled, nor when the
    /// download failed, which tells of it itself. What is made of a whole file is kept in `keeper`. `discard` is called
    /// first where the bytes prove to be wrong.
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
        // A dependent operation starts also when what it depends on was cancelled.
        guard !isCancelled, let data = encodedBytes else { return }
        let result = trace.work(on: .decode) {
            Result { () throws(DecodeFailure) in try decode(data) }
        } next: {
            (try? $0.get()) == nil ? .delivery : .queuedForFiltering
        }
        // Before anybody can ask for it again.
        switch result {
        case .failure(let failure): if failure.isOfBytes { discard() }
        case .success(let picture): if picture.isCutShort { discard() }
        }
        // Also where nobody wants to see it any more: the work is done.
        defer { keep(result, of: data) }
        guard !isCancelled else { return }
        if case .success(let picture) = result {
            output.withLock { $0 = Picture(pixels: picture.pixels, isCutShort: picture.isCutShort) }
        }
        ended(result.map(\.pixels))
    }

    private struct Picture {
        let pixels: PixelBuffer
        /// What is to be kept: the pixels are its middle.
        var whole: WholePicture?
        var isCutShort = false
    }

    private func decode(_ data: FetchedData) throws(DecodeFailure) -> Picture {
        // A part that was fetched as enough has an end put to it. What lacks its own is not kept: it would be taken for
        // whole.
        let isCutShort = data.extent == .whole && EncodedPicture(data.data).isEndMissing
        guard keeper != nil, data.version != nil, data.extent == .whole, !isCutShort else {
            return Picture(
                pixels: try decoder.decode(data, toFill: size, isCancelled: { self.isCancelled }),
                isCutShort: isCutShort)
        }
        let whole = try decoder.decodeWhole(
            data.data, at: { [size] in ThumbnailSize.whole(of: $0, covering: size) },
            isCancelled: { self.isCancelled })
        // Cut from what is kept, so that the photo looks the same when it comes from there.
        guard let pixels = whole.middle(filling: size, isCancelled: { self.isCancelled }) else { throw .cancelled }
        return Picture(pixels: pixels, whole: whole)
    }

    /// Of less than the whole file nothing is kept: a camera's thumbnail is smaller and coarser than what others expect
    /// of the desktop's, and only its top was compared with the photo.
    private func keep(_ result: Result<Picture, DecodeFailure>, of data: FetchedData) {
        guard let keeper, let version = data.version, data.extent == .whole else { return }
        switch result {
        case .success(let picture): if let whole = picture.whole { keeper.keep(whole, of: version) }
        case .failure(let failure): keeper.keep(failure, of: version)
        }
    }

    /// What there is to decode, once it has come.
    var encodedBytes: FetchedData? {
        switch input {
        case .held(let data): data
        case .download(let download): try? download.result?.get()
        }
    }
}
