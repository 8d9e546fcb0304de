import Foundation
import PhotoCore
import PhotoDecoding

/// What a worker makes of a picture's bytes.
public protocol PictureWork {
    /// It, or why there is none. `size` answers which size is wanted of a picture, see
    /// ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    func make(
        _ data: Data, _ task: DecodeTask, pixelLimit: Int, isCancelled: @escaping () -> Bool,
        size: @escaping @Sendable (PixelSize) -> PixelSize
    ) throws(DecodeFailure) -> WorkProduct
}

/// What a worker has made.
public enum WorkProduct {
    case picture(WholePicture)
    case photo(DecodedPhoto)
    case facts(CameraFacts)
}

/// Decodes with the libraries of this process.
struct DecodingWork: PictureWork {
    func make(
        _ data: Data, _ task: DecodeTask, pixelLimit: Int, isCancelled: @escaping () -> Bool,
        size: @escaping @Sendable (PixelSize) -> PixelSize
    ) throws(DecodeFailure) -> WorkProduct {
        var limits = PixbufDecoder.Limits()
        limits.pixels = pixelLimit
        switch task {
        case .fill(let size):
            let pixels = try PixbufDecoder(limits: limits).decode(data, toFill: size, isCancelled: isCancelled)
            guard let format = EncodedPicture(data).format else { throw .notAPicture }
            return .picture(WholePicture(pixels, of: pixels.size, format: format))
        case .whole:
            return .picture(
                try PixbufDecoder(limits: limits).decodeWhole(data, at: size, isCancelled: isCancelled))
        case .photo(let detail):
            return .photo(
                try PhotoDecoder(limits: limits).decodeInPlace(data, at: detail, isCancelled: isCancelled))
        case .facts: return .facts(ExifReader().facts(in: data))
        case .thumbnail(let size):
            guard let pixels = ThumbnailPicture().decode(data, toFill: size, isCancelled: isCancelled) else {
                throw .unreadable(reason: "It is no thumbnail.")
            }
            return .picture(WholePicture(pixels, of: pixels.size, format: .png))
        // Files are made elsewhere: see FileWork.
        case .encode, .carry: throw .notAPicture
        }
    }
}
