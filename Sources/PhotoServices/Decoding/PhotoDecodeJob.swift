import Foundation
import PhotoCore

/// One photo being decoded in full, on one thread.
struct PhotoDecodeJob {
    let data: Data
    let picture: EncodedPicture
    let format: EncodedPicture.Format
    let metadata: PictureMetadata
    let detail: PhotoDetail
    let limits: PixbufDecoder.Limits
    let watch: DecodeWatch

    func run() throws(DecodeFailure) -> DecodedPhoto {
        if let turbo = TurboPicture(data, picture) {
            try check(turbo.size)
            return try decode(turbo)
        }
        if let inks = InkPicture(data, picture, metadata), !picture.isEndMissing {
            try check(inks.original)
            if let photo = try decode(inks) { return photo }
        }
        if format == .avif || format == .heif {
            guard let stated = metadata.statedSize else {
                throw picture.isEndMissing ? .cutShort : .unreadable(reason: "It does not say how large it is.")
            }
            try check(stated)
        }
        return try loadPixbuf()
    }

    /// What is wrong with a photo that can be shown all the same.
    var problem: DecodeFailure? { picture.isEndMissing ? .cutShort : nil }

    /// Throws where a picture of this size is not worth beginning.
    func check(_ size: PixelSize) throws(DecodeFailure) {
        guard size.width <= limits.pixels / max(1, size.height) else {
            throw .tooLarge(size: size, limit: limits.pixels)
        }
    }

    /// The photo whose finest decoded level is `plane`.
    func photo(
        _ plane: PhotoPlane, at level: Int, of size: PixelSize, orientation: ExifOrientation?, finestLevel: Int = 0,
        frames: (any PhotoFrames)? = nil
    ) throws(DecodeFailure) -> DecodedPhoto {
        let planes = DecodedPhoto.levels(from: plane, at: level, isCancelled: watch.isOver)
        try watch.check()
        guard let planes else { throw .cancelled }
        return DecodedPhoto(
            size: size, orientation: orientation ?? .topLeft, format: format, planes: planes,
            finestLevel: finestLevel, problem: problem, frames: frames)
    }

    // MARK: - JPEG

    private func decode(_ turbo: TurboPicture) throws(DecodeFailure) -> DecodedPhoto {
        // As coarse as libjpeg scales. Between half and full size little is gained by less: 0.10 s instead of 0.15 for 24
        // megapixels; and whoever zooms so far mostly goes on to 100%.
        let level = Self.jpegLevel(detail.level(of: uprightSize(of: turbo.size)))
        let profile = metadata.colorProfile
        let plane = try turbo.plane(at: level, isEndMissing: picture.isEndMissing) { pixels, size in
            PlaneColors.convert(pixels, size, bytesPerRow: 3 * size.width, channels: 3, profile, watch)
        }
        try watch.check()
        guard let plane else { throw problem ?? .unreadable(reason: "The decoder gave no pixels.") }
        return try photo(plane, at: level, of: turbo.size, orientation: metadata.orientation)
    }

    static func jpegLevel(_ wanted: Int) -> Int { wanted <= 1 ? 0 : min(wanted, 3) }

    func uprightSize(of size: PixelSize) -> PixelSize { (metadata.orientation ?? .topLeft).turned(size) }

    private func decode(_ inks: InkPicture) throws(DecodeFailure) -> DecodedPhoto? {
        let pixels = inks.decode(at: inks.original, isCancelled: watch.isOver)
        try watch.check()
        guard let pixels else { return nil }
        let buffer = PixelBuffer(size: inks.original, bytesPerRow: 4 * inks.original.width, bytes: pixels)
        guard let plane = PhotoPlane.make(buffer) else { throw .unreadable(reason: "There is not enough memory.") }
        return try photo(plane, at: 0, of: inks.original, orientation: metadata.orientation)
    }
}
