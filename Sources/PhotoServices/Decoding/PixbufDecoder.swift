import Foundation
import PhotoCore

/// Decodes with the desktop's GdkPixbuf loaders, one for each of `EncodedPicture.Format`, as far as they are installed.
///
/// JPEGs are decoded at 1/2, 1/4 or 1/8 of their size where that still covers what is wanted, WebP and SVG at the scaled
/// size; the rest in full. May be used from any number of threads at once; blocks the one it is called on.
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
        guard !data.isEmpty else { throw .empty }
        if isCancelled() { throw .cancelled }
        let picture = EncodedPicture(data)
        guard let format = picture.format, let loader = PixbufLoader(format: format) else { throw .notAPicture }
        let clock = ProcessorTime(budget: limits.processorTime)
        loader.plan = { [limits] original in
            guard original.width <= limits.pixels / max(1, original.height) else {
                return .refuse(.tooLarge(size: original, limit: limits.pixels))
            }
            // Not worth beginning, now that it is known to be none too large.
            if picture.isEndMissing { return .refuse(.cutShort) }
            return .decode(at: Self.decodedSize(of: original, format: format, toFill: size))
        }
        do {
            try Self.feed(data, to: loader, clock: clock, isCancelled: isCancelled)
            let pixels = try loader.finish()
            try clock.check(isCancelled)
            return try Self.shrink(pixels, toFill: size, clock: clock, isCancelled: isCancelled)
        } catch .unreadable where picture.isEndMissing {
            // Whatever the loader stumbled over, the reason is that there is no more of it.
            throw .cutShort
        }
    }

    /// Writes all of `data` to the loader in pieces, each of which is to take about 5 ms: the time in which a
    /// cancellation is heeded. A piece begins at 4 KiB; in a progressive JPEG made to burn time 100 bytes can take 50 ms,
    /// while photos are the faster (by a tenth, measured at 12 MP) the larger the pieces are.
    private static func feed(
        _ data: Data, to loader: PixbufLoader, clock: ProcessorTime, isCancelled: () -> Bool
    ) throws(DecodeFailure) {
        var piece = 4096
        var next = data.startIndex
        while next < data.endIndex {
            try clock.check(isCancelled)
            let before = clock.used
            let end = min(next + piece, data.endIndex)
            try loader.write(data[next..<end])
            next = end
            let took = clock.used - before
            if took > .milliseconds(5) {
                piece = max(16, piece / 4)
            } else if took < .milliseconds(1) {
                piece = min(1 << 16, piece * 2)
            }
        }
        try clock.check(isCancelled)
    }

    /// What the loader is asked for. The upright crop is cut from what it gives, so orientation only matters here for
    /// which side is which, and it is not known yet: both ways round are to be covered.
    private static func decodedSize(
        of original: PixelSize, format: EncodedPicture.Format, toFill size: PixelSize
    ) -> PixelSize {
        let scaled = CoverFit(of: original, filling: size).scaled
        let turned = CoverFit(of: original, filling: PixelSize(width: size.height, height: size.width)).scaled
        let needed = PixelSize(
            width: max(scaled.width, turned.width), height: max(scaled.height, turned.height))
        switch format {
        case .jpeg:
            // The sizes that libjpeg decodes to as cheaply as its name for them says; asked for exactly these,
            // GdkPixbuf does no scaling of its own.
            let sizes = [8, 4, 2].map { divisor in
                PixelSize(
                    width: (original.width + divisor - 1) / divisor, height: (original.height + divisor - 1) / divisor)
            }
            return sizes.first { $0.width >= needed.width && $0.height >= needed.height } ?? original
        case .webp, .svg: return scaled
        case .png, .gif, .bmp, .tiff, .avif, .heif: return original
        }
    }

    private static func shrink(
        _ pixels: PixbufPixels, toFill size: PixelSize, clock: ProcessorTime, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        let orientation = pixels.orientation
        // What fills the size once turned, before it is turned. A picture decoded at a reduced size is no smaller than
        // what is wanted, or is the original.
        let wanted = orientation.turned(size)
        var failure: DecodeFailure?
        let shrunk = pixels.withSource { source in
            AreaScaler.shrink(source, to: CoverFit(of: source.size, filling: wanted)) {
                do throws(DecodeFailure) {
                    try clock.check(isCancelled)
                    return false
                } catch {
                    failure = error
                    return true
                }
            }
        }
        if let failure { throw failure }
        guard let shrunk else { throw .unreadable(reason: "The decoder gave no pixels.") }
        return orientation.applied(to: shrunk)
    }
}
