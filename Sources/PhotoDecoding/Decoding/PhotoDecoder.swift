import Foundation
import PhotoCore

/// Decodes all of a photo, for looking at it: JPEGs with libjpeg-turbo, at 1/2, 1/4 or 1/8 where that is enough, SVG at
/// whatever size is wanted, and the rest with GdkPixbuf in full.
///
/// The pixels stay where the decoder has put them, and are converted to sRGB there: a photo takes 3 or 4 bytes a pixel,
/// and a third more for its coarser levels. May be used from any number of threads at once; blocks the one it
/// is called on.
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
        guard let format = detached.formatApart(data) else {
            return try decodeInPlace(data, at: detail, isCancelled: isCancelled)
        }
        return try detached.apart(format, isCancelled) { isCancelled throws(DecodeFailure) in
            try decodeInPlace(data, at: detail, isCancelled: isCancelled)
        }
    }

    /// The same on the calling thread, whatever the format: for those who can be ended from outside.
    package func decodeInPlace(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        try DecodeJob.decode(data, to: PhotoTarget(detail: detail), limits, isCancelled: isCancelled)
    }
}
