import Foundation
import PhotoCore

/// Decodes JPEGs at one eighth with `JPEGEighth` if possible, those of inks with their profile, SVG with librsvg, the
/// rest with GdkPixbuf.
extension DecodeAim: DecodeTarget {
    struct Output {
        let pixels: PixelBuffer
        let original: PixelSize
        let format: EncodedPicture.Format
    }

    func shortcut(_ job: DecodeJob) -> DecodeShortcut<Output>? {
        let (watch, metadata) = (job.watch, job.metadata)
        if job.format == .svg {
            return .drawing(job.data) { (drawing) throws(DecodeFailure) in
                let size = decodedSize(of: drawing.original, job)
                let pixels = try drawing.picture(at: size)
                return try finish(job, drawing.original, nil, nil) {
                    Self.with(pixels, size, channels: 4, isPremultiplied: true, $0)
                }
            }
        }
        if let eighth = JPEGEighth(job.data), eighth.size == decodedSize(of: eighth.original, job) {
            return DecodeShortcut(original: eighth.original) { () throws(DecodeFailure) in
                guard case .pixels(let pixels) = eighth.decode(isCancelled: watch.isOver) else { return nil }
                return try finish(job, eighth.original, metadata.orientation, metadata.colorProfile) {
                    Self.with(pixels, eighth.size, channels: 3, $0)
                }
            }
        }
        guard let inks = InkPicture(job) else { return nil }
        return DecodeShortcut(original: inks.original) { () throws(DecodeFailure) in
            let decoded = decodedSize(of: inks.original, job)
            guard let pixels = inks.decode(at: decoded, isCancelled: watch.isOver) else { return nil }
            return try finish(job, inks.original, metadata.orientation, nil) {
                Self.with(pixels, decoded, channels: 4, $0)
            }
        }
    }

    func decodedSize(of original: PixelSize, _ job: DecodeJob) -> PixelSize { decodedSize(of: original, job.format) }

    func output(of loaded: DecodeJob.Loaded, _ job: DecodeJob) throws(DecodeFailure) -> Output {
        try finish(
            job, loaded.original, job.metadata.orientation ?? loaded.pixels.orientation,
            job.metadata.colorProfile ?? loaded.pixels.colorProfile, loaded.pixels.withSource)
    }

    private static func with(
        _ pixels: [UInt8], _ size: PixelSize, channels: Int, isPremultiplied: Bool = false,
        _ body: (AreaScaler.Source) -> PixelBuffer?
    ) -> PixelBuffer? {
        pixels.withUnsafeBytes { bytes in
            AreaScaler.Source(
                bytes: bytes, size: size, bytesPerRow: channels * size.width, channels: channels,
                isPremultiplied: isPremultiplied
            ).flatMap(body)
        }
    }

    /// Turns decoded pixels into the result: shrunk, upright, in sRGB, in that order, which minimizes the work.
    /// `withSource` passes the pixels; `original` is nil if their size is the original's.
    private func finish(
        _ job: DecodeJob, _ original: PixelSize?, _ orientation: ExifOrientation?, _ profile: Data?,
        _ withSource: ((AreaScaler.Source) -> PixelBuffer?) -> PixelBuffer?
    ) throws(DecodeFailure) -> Output {
        let watch = job.watch
        let orientation = orientation ?? .topLeft
        var original = original
        let shrunk = withSource { source in
            let whole = original ?? source.size
            original = whole
            let fit = fit(of: source.size, original: whole, orientation)
            return AreaScaler.shrink(source, to: fit, isCancelled: watch.isOver)
        }
        try watch.check()
        guard let shrunk, let original else { throw .noPixels }
        var pixels = orientation.applied(to: shrunk)
        if let profile, let conversion = ColorConversions.shared.conversion(from: profile, .colors) {
            pixels = conversion.applied(to: pixels, isCancelled: watch.isOver) ?? pixels
            try watch.check()
        }
        if job.picture.isEndMissing, Self.showsNothing(pixels) { throw .cutShort }
        return Output(pixels: pixels, original: orientation.turned(original), format: job.format)
    }

    /// Whether it only contains what loaders leave for missing data: plain grey from libjpeg, otherwise nothing, or
    /// black without alpha.
    private static func showsNothing(_ picture: PixelBuffer) -> Bool {
        let pixels = picture.withoutPadding.bytes
        return stride(from: 0, to: pixels.count, by: 4).allSatisfy { at in
            pixels[at + 3] == 0 || (0..<3).allSatisfy { pixels[at + $0] == 0 }
                || (0..<3).allSatisfy { abs(Int(pixels[at + $0]) - 128) <= 1 }
        }
    }
}
