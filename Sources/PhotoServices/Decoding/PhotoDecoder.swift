import Foundation
import PhotoCore

/// Decodes all of a photo, for looking at it: JPEGs with libjpeg-turbo, at 1/2, 1/4 or 1/8 where that is enough, SVG at
/// whatever size is wanted, and the rest with GdkPixbuf in full.
///
/// The pixels stay where the decoder has put them, and are converted to sRGB there: a photo takes 3 or 4 bytes a pixel,
/// and a third more for its coarser levels. May be used from any number of threads at once; blocks the one it is called on.
public struct PhotoDecoder: PhotoDecoding {
    private let limits: PixbufDecoder.Limits
    /// Runs what can't be interrupted apart.
    private let detached: DetachedDecoder

    /// A decoder that gives up beyond `limits`.
    public init(limits: PixbufDecoder.Limits = PixbufDecoder.Limits()) {
        self.limits = limits
        detached = DetachedDecoder(PixbufDecoder(limits: limits))
    }

    /// See ``PhotoDecoding/decodePhoto(_:at:isCancelled:)``.
    public func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        guard !data.isEmpty else { throw .empty }
        guard let format = detached.formatApart(data) else { return try decode(data, detail, isCancelled) }
        return try detached.apart(format, isCancelled) { isCancelled throws(DecodeFailure) in
            try decode(data, detail, isCancelled)
        }
    }

    private func decode(
        _ data: Data, _ detail: PhotoDetail, _ isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(DecodeFailure) in
            let watch = DecodeWatch(budget: limits.processorTime, isCancelled: isCancelled)
            try watch.check()
            let picture = EncodedPicture(data)
            guard let format = picture.format else { throw .notAPicture }
            guard !picture.hasExcessiveScans else { throw .excessiveScans }
            let job = PhotoDecodeJob(
                data: data, picture: picture, format: format, metadata: PictureMetadata(data), detail: detail,
                limits: limits, watch: watch)
            return try job.run()
        }
    }
}
