import Foundation
import PhotoCore

/// Decodes whole photos for their page: JPEGs with libjpeg-turbo, at 1/2, 1/4 or 1/8 if that suffices, SVG at the
/// wanted size with librsvg, and the rest with GdkPixbuf in full.
///
/// The pixels stay where the decoder put them, and are converted to sRGB in place: a photo takes 3 or 4 bytes per
/// pixel, plus a third for its coarser levels. May be used from any number of threads; blocks the calling one.
public struct PhotoDecoder: PhotoDecoding {
    private let limits: PixbufDecoder.Limits
    /// Detaches uninterruptible decoders.
    private let detached: DetachedDecoder

    /// A decoder with these limits.
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

    /// The same on the calling thread, whatever the format: for those who can be ended from outside. Pixels lie in
    /// `memory` where the decoder allows it.
    package func decodeInPlace(
        _ data: Data, at detail: PhotoDetail, in memory: (any PlaneMemory)? = nil, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        try DecodeJob.decode(data, to: PhotoTarget(detail: detail, memory: memory), limits, isCancelled: isCancelled)
    }
}
