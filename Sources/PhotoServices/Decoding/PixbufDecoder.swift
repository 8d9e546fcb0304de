import Foundation
import PhotoCore

/// Decodes with the desktop's GdkPixbuf loaders, one for each of `EncodedPicture.Format`, as far as they are installed.
///
/// JPEGs are decoded at 1/2, 1/4 or 1/8 of their size where that still covers what is wanted, at 1/8 by `JPEGEighth` if
/// it can; SVG at the scaled size; the rest in full. Colours are converted to sRGB (see `ColorConversion`). May be used
/// from any number of threads at once; blocks the one it is called on.
public struct PixbufDecoder: PictureDecoding {
    /// What one picture may cost.
    public struct Limits: Sendable {
        /// Pixels of the original. The largest medium format cameras give 150 megapixels.
        public var pixels = 151_000_000
        /// Processor time of the decoding thread. A 150 megapixel JPEG takes about 3 s here; the bombs, minutes.
        public var processorTime: Duration = .seconds(10)

        /// The limits of the program.
        public init() {}
    }

    private let limits: Limits

    /// A decoder that gives up beyond `limits`.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        try decode(data, .middle(size), isCancelled).pixels
    }

    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        let picture = try decode(data, .whole(size), isCancelled)
        return WholePicture(picture.pixels, of: picture.original, format: picture.format)
    }

    private struct Decoded {
        let pixels: PixelBuffer
        let original: PixelSize
        let format: EncodedPicture.Format
    }

    private func decode(
        _ data: Data, _ aim: DecodeAim, _ isCancelled: () -> Bool
    ) throws(DecodeFailure) -> Decoded {
        guard !data.isEmpty else { throw .empty }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(DecodeFailure) in
            let watch = DecodeWatch(budget: limits.processorTime, isCancelled: isCancelled)
            try watch.check()
            let picture = EncodedPicture(data)
            let decoded = try decode(data, picture, aim, watch)
            if picture.isEndMissing, Self.showsNothing(decoded.pixels) { throw .cutShort }
            return decoded
        }
    }

    /// Whether there is nothing but what the loaders leave where nothing has come: libjpeg a plain grey, the others nothing,
    /// or black where they have no alpha.
    private static func showsNothing(_ picture: PixelBuffer) -> Bool {
        let pixels = picture.withoutPadding.bytes
        return stride(from: 0, to: pixels.count, by: 4).allSatisfy { at in
            pixels[at + 3] == 0 || (0..<3).allSatisfy { pixels[at + $0] == 0 }
                || (0..<3).allSatisfy { abs(Int(pixels[at + $0]) - 128) <= 1 }
        }
    }

    private func decode(
        _ data: Data, _ picture: EncodedPicture, _ aim: DecodeAim, _ watch: DecodeWatch
    ) throws(DecodeFailure) -> Decoded {
        guard let format = picture.format else { throw .notAPicture }
        guard !picture.hasExcessiveScans else { throw .excessiveScans }
        var metadata = PictureMetadata(data)
        if let eighth = JPEGEighth(data),
            eighth.size == aim.decodedSize(of: eighth.original, .jpeg)
        {
            try check(eighth.original)
            let outcome = eighth.decode(isCancelled: watch.isOver)
            try watch.check()
            if case .pixels(let pixels) = outcome {
                return try Self.finish(metadata, eighth.original, format, aim, watch) {
                    Self.with(pixels, eighth.size, channels: 3, $0)
                }
            }
        } else if let inks = InkPicture(data, picture, metadata) {
            try check(inks.original)
            let decoded = aim.decodedSize(of: inks.original, .jpeg)
            let pixels = inks.decode(at: decoded, isCancelled: watch.isOver)
            try watch.check()
            if let pixels {
                metadata.colorProfile = nil
                return try Self.finish(metadata, inks.original, format, aim, watch) {
                    Self.with(pixels, decoded, channels: 4, $0)
                }
            }
        }
        if format == .avif || format == .heif {
            guard let stated = metadata.statedSize else { throw picture.isEndMissing ? .cutShort : Self.sizeless }
            try check(stated)
        }
        let (pixels, original) = try load(data, picture, format, aim, watch)
        if metadata.orientation == nil { metadata.orientation = pixels.orientation }
        if metadata.colorProfile == nil { metadata.colorProfile = pixels.colorProfile }
        return try Self.finish(metadata, original, format, aim, watch, pixels.withSource)
    }

    private static func with(
        _ pixels: [UInt8], _ size: PixelSize, channels: Int, _ body: (AreaScaler.Source) -> PixelBuffer?
    ) -> PixelBuffer? {
        pixels.withUnsafeBytes { bytes in
            AreaScaler.Source(bytes: bytes, size: size, bytesPerRow: channels * size.width, channels: channels)
                .flatMap(body)
        }
    }

    private static let sizeless = DecodeFailure.unreadable(reason: "It does not say how large it is.")

    /// Throws where a picture of this size is not worth beginning.
    private func check(_ original: PixelSize) throws(DecodeFailure) {
        guard original.width <= limits.pixels / max(1, original.height) else {
            throw .tooLarge(size: original, limit: limits.pixels)
        }
    }

    /// The pixels, and the original's size if the loader told it.
    private func load(
        _ data: Data, _ picture: EncodedPicture, _ format: EncodedPicture.Format, _ aim: DecodeAim,
        _ watch: DecodeWatch
    ) throws(DecodeFailure) -> (PixbufPixels, PixelSize?) {
        guard let loader = PixbufLoader(format: format) else { throw .noLoader(format) }
        if picture.isEndMissing { loader.clearsFirst() }
        var told: PixelSize?
        loader.plan = { original in
            told = original
            do throws(DecodeFailure) {
                try check(original)
                return .decode(at: aim.decodedSize(of: original, format))
            } catch {
                return .refuse(error)
            }
        }
        do {
            let pieces = picture.mayHaveTinyScans ? Self.smallPieceSize : Self.pieceSize
            for piece in picture.pieces(of: data.count, most: pieces) {
                try watch.check()
                try loader.write(data.dropFirst(piece.lowerBound).prefix(piece.count))
            }
            try watch.check()
            let pixels = try loader.finish()
            try watch.check()
            return (pixels, told)
        } catch .unreadable where picture.isEndMissing {
            // Whatever the loader stumbled over, the reason is that there is no more of it.
            guard let partial = loader.partial else { throw .cutShort }
            return (partial, told)
        }
    }

    /// How many bytes the loader gets between two looks at clock and cancellation: a deflated or LZW-packed 16 KiB can
    /// unpack to 16 MB, some 50 ms. A JPEG of 12 MP and 6 MB takes 60 ms so, and 105 ms in pieces of 512 bytes.
    private static let pieceSize = 16384
    /// The same for JPEGs in which a few bytes can stand for a scan over the whole picture: 145 bytes for one of
    /// 12000 × 12000 pixels, 35 ms here. These pieces must be small however harmless the first ones were.
    private static let smallPieceSize = 1024

    /// What is to be shown of decoded pixels: shrunk, upright, in sRGB, in that order, for the first leaves the others
    /// the least to do. `withSource` calls its argument with the pixels; `original` is nil where their size is the
    /// original's.
    private static func finish(
        _ metadata: PictureMetadata, _ original: PixelSize?, _ format: EncodedPicture.Format, _ aim: DecodeAim,
        _ watch: DecodeWatch, _ withSource: ((AreaScaler.Source) -> PixelBuffer?) -> PixelBuffer?
    ) throws(DecodeFailure) -> Decoded {
        let orientation = metadata.orientation ?? .topLeft
        var original = original
        let shrunk = withSource { source in
            let whole = original ?? source.size
            original = whole
            let fit = aim.fit(of: source.size, original: whole, orientation)
            return AreaScaler.shrink(source, to: fit, isCancelled: watch.isOver)
        }
        try watch.check()
        guard let shrunk, let original else { throw .unreadable(reason: "The decoder gave no pixels.") }
        let upright = orientation.applied(to: shrunk)
        let size = orientation.turned(original)
        guard let profile = metadata.colorProfile,
            let conversion = ColorConversions.shared.conversion(from: profile, .colors)
        else { return Decoded(pixels: upright, original: size, format: format) }
        let converted = conversion.applied(to: upright, isCancelled: watch.isOver)
        try watch.check()
        return Decoded(pixels: converted ?? upright, original: size, format: format)
    }
}
