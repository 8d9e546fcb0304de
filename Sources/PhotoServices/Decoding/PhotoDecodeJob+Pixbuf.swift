import Foundation
import PhotoCore

/// By way of GdkPixbuf.
extension PhotoDecodeJob {
    /// How many bytes the loader gets between two looks at clock and cancellation: as PixbufDecoder has it.
    private var pieceSize: Int { picture.mayHaveTinyScans ? 1024 : 16384 }

    /// Drawings are made as sharp as the screen shows them, up to so many pixels.
    private static let largestDrawing = 32_000_000

    func loadPixbuf() throws(DecodeFailure) -> DecodedPhoto {
        guard let loader = PixbufLoader(format: format) else { throw .notAPicture }
        if picture.isEndMissing { loader.clearsFirst() }
        var original: PixelSize?
        var level = 0
        var finest = 0
        loader.plan = { size in
            do throws(DecodeFailure) {
                if original == nil { try check(size) }
                original = original ?? size
                switch format {
                case .svg:
                    finest = Self.finestLevel(of: size)
                    level = min(max(detail.level(of: size), finest), 3)
                // What libjpeg-turbo's one call was not trusted with; the loader scales as it does.
                case .jpeg: level = Self.jpegLevel(detail.level(of: uprightSize(of: size)))
                default: break
                }
                return .decode(at: Self.scaled(size, level))
            } catch {
                return .refuse(error)
            }
        }
        var pixels = try load(loader)
        // The frames are drawn from the pixels that are there.
        if loader.animation != nil, let copy = pixels.copy { pixels = copy }
        let orientation = metadata.orientation ?? pixels.orientation
        let profile = metadata.colorProfile ?? pixels.colorProfile
        let plane = pixels.plane { bytes, size, bytesPerRow, channels in
            PlaneColors.convert(bytes, size, bytesPerRow: bytesPerRow, channels: channels, profile, watch)
                && PlaneColors.premultiply(bytes, size, bytesPerRow: bytesPerRow, channels: channels, watch)
        }
        try watch.check()
        guard let plane else { throw .unreadable(reason: "The decoder gave no pixels.") }
        let frames = loader.animation.map { PixbufFrames($0, profile: profile) }
        return try photo(
            plane, at: level, of: level == 0 ? plane.size : original ?? plane.size, orientation: orientation,
            finestLevel: finest, frames: frames)
    }

    /// As much as can be shown.
    private func load(_ loader: PixbufLoader) throws(DecodeFailure) -> PixbufPixels {
        do {
            for piece in picture.pieces(of: data.count, most: pieceSize) {
                try watch.check()
                try loader.write(data.dropFirst(piece.lowerBound).prefix(piece.count))
            }
            try watch.check()
            return try loader.finish()
        } catch .unreadable where picture.isEndMissing {
            guard let partial = loader.partial else { throw .cutShort }
            return partial
        }
    }

    /// The level at which a drawing of this size has as many pixels as it may have.
    private static func finestLevel(of size: PixelSize) -> Int {
        let pixels = Double(max(1, size.width)) * Double(max(1, size.height))
        return min(0, Int((-0.5 * log2(Double(largestDrawing) / pixels)).rounded(.up)))
    }

    private static func scaled(_ size: PixelSize, _ level: Int) -> PixelSize {
        let factor = pow(2, -Double(level))
        return PixelSize(
            width: max(1, Int((Double(size.width) * factor).rounded(.up))),
            height: max(1, Int((Double(size.height) * factor).rounded(.up))))
    }
}
