import Foundation

/// Decodes a photo that is looked at. On the photo queue.
///
/// @unchecked Sendable: Operation subclasses restate it; nothing here changes after init.
final class PhotoDecodeOperation: Operation, @unchecked Sendable {
    private let data: Data
    private let detail: PhotoDetail
    private let decoder: any PhotoDecoding
    private let ended: @Sendable (Result<DecodedPhoto, DecodeFailure>) -> Void

    /// `ended` gets the outcome, on the queue's thread; not when the operation was cancelled.
    init(
        _ data: Data, at detail: PhotoDetail, decoder: any PhotoDecoding,
        ended: @escaping @Sendable (Result<DecodedPhoto, DecodeFailure>) -> Void
    ) {
        self.data = data
        self.detail = detail
        self.decoder = decoder
        self.ended = ended
    }

    override func main() {
        guard !isCancelled else { return }
        let result = Result { () throws(DecodeFailure) in
            try decoder.decodePhoto(data, at: detail, isCancelled: { self.isCancelled })
        }
        if !isCancelled { ended(result) }
    }
}
