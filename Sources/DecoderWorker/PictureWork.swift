import Foundation
import PhotoCore
import PhotoDecoding

/// The work that a worker does on a picture's bytes.
public protocol PictureWork {
    /// Returns the product of `task`, or throws the reason why there is none. Planes in `memory` need not be copied for
    /// the program. `size` returns the wanted size of a picture, as in
    /// ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    func make(
        _ data: Data, _ task: DecodeTask, pixelLimit: Int, in memory: any PlaneMemory,
        isCancelled: @escaping () -> Bool, size: @escaping @Sendable (PixelSize) -> PixelSize
    ) throws(DecodeFailure) -> WorkProduct
}

/// The product of a worker.
public enum WorkProduct {
    case picture(WholePicture)
    case photo(DecodedPhoto)
    case facts(CameraFacts)
}

/// Decodes with the libraries of this process.
struct DecodingWork: PictureWork {
    func make(
        _ data: Data, _ task: DecodeTask, pixelLimit: Int, in memory: any PlaneMemory,
        isCancelled: @escaping () -> Bool, size: @escaping @Sendable (PixelSize) -> PixelSize
    ) throws(DecodeFailure) -> WorkProduct {
        var limits = PixbufDecoder.Limits()
        limits.pixels = pixelLimit
        switch task {
        case .fill(let size):
            let pixels = try PixbufDecoder(limits: limits).decode(data, toFill: size, isCancelled: isCancelled)
            guard let format = EncodedPicture.Format(sniffing: data) else { throw .notAPicture }
            return .picture(WholePicture(pixels, of: pixels.size, format: format))
        case .whole:
            return .picture(
                try PixbufDecoder(limits: limits).decodeWhole(data, at: size, isCancelled: isCancelled))
        case .photo(let detail):
            return .photo(
                try PhotoDecoder(limits: limits).decodeInPlace(
                    data, at: detail, in: memory, isCancelled: isCancelled))
        case .facts: return .facts(ExifReader().facts(in: data))
        case .thumbnail(let size):
            guard let pixels = ThumbnailPicture().decode(data, toFill: size, isCancelled: isCancelled) else {
                throw .unreadable(reason: translatable("It is not a thumbnail."))
            }
            return .picture(WholePicture(pixels, of: pixels.size, format: .png))
        // FileWork carries out these.
        case .encode, .carry: throw .notAPicture
        }
    }
}
