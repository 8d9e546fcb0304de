import Foundation
import PhotoCore

/// One decoding on one thread: the method, and its maximum cost.
struct DecodeJob {
    let data: Data
    let picture: EncodedPicture
    let format: EncodedPicture.Format
    let metadata: PictureMetadata
    let limits: PixbufDecoder.Limits
    let watch: DecodeWatch

    /// Makes `target` from `data`. Calls `isCancelled` between pieces of work.
    static func decode<Target: DecodeTarget>(
        _ data: Data, to target: Target, _ limits: PixbufDecoder.Limits, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> Target.Output {
        guard !data.isEmpty else { throw .empty }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(DecodeFailure) in
            let watch = DecodeWatch(budget: limits.processorTime, isCancelled: isCancelled)
            try watch.check()
            let picture = EncodedPicture(data)
            guard let format = picture.format else { throw .notAPicture }
            guard !picture.hasExcessiveScans else { throw .excessiveScans }
            let job = DecodeJob(
                data: data, picture: picture, format: format, metadata: PictureMetadata(data), limits: limits,
                watch: watch)
            return try job.run(target)
        }
    }

    private func run<Target: DecodeTarget>(_ target: Target) throws(DecodeFailure) -> Target.Output {
        if let shortcut = target.shortcut(self) {
            try check(shortcut.original)
            if let output = try shortcut.decode() { return output }
            try watch.check()
        }
        if format == .avif || format == .heif {
            guard let stated = metadata.statedSize else { throw picture.isEndMissing ? .cutShort : .sizeless }
            try check(stated)
        }
        return try target.output(of: try load(target), self)
    }

    /// Throws if a picture of this size must not be decoded.
    private func check(_ original: PixelSize) throws(DecodeFailure) {
        guard original.width <= limits.pixels / max(1, original.height) else {
            throw .tooLarge(size: original, limit: limits.pixels)
        }
    }

    // MARK: - GdkPixbuf

    /// GdkPixbuf's result.
    struct Loaded {
        let loader: PixbufLoader
        let pixels: PixbufPixels
        /// The picture's size before scaling, if the loader reported it.
        let original: PixelSize?
    }

    /// As much as can be shown.
    private func load(_ target: some DecodeTarget) throws(DecodeFailure) -> Loaded {
        guard let loader = PixbufLoader(format: format) else { throw .noLoader(format) }
        if picture.isEndMissing { loader.clearsFirst() }
        var told: PixelSize?
        loader.plan = { original in
            told = told ?? original
            do throws(DecodeFailure) {
                try check(original)
                return .decode(at: target.decodedSize(of: original, self))
            } catch {
                return .refuse(error)
            }
        }
        do {
            for piece in picture.pieces(of: data.count, most: pieceSize) {
                try watch.check()
                try loader.write(data.dropFirst(piece.lowerBound).prefix(piece.count))
            }
            try watch.check()
            let pixels = try loader.finish()
            try watch.check()
            return Loaded(loader: loader, pixels: pixels, original: told)
        } catch .unreadable where picture.isEndMissing {
            // Whatever the loader reports, the reason is the missing end.
            guard let partial = loader.partial else { throw .cutShort }
            return Loaded(loader: loader, pixels: partial, original: told)
        }
    }

    /// How many bytes the loader gets between checks of clock and cancellation: 16 KiB of deflate or LZW can expand to
    /// 16 MB, about 50 ms. A JPEG of 12 MP and 6 MB then takes 60 ms, and 105 ms in pieces of 512 bytes.
    ///
    /// Fewer for JPEGs in which a few bytes can encode a scan over the whole picture: 145 bytes at 12000 × 12000
    /// pixels, 35 ms. Their pieces must be small even if the first ones were harmless.
    private var pieceSize: Int { picture.mayHaveTinyScans ? 1024 : 16384 }
}

extension DecodeFailure {
    fileprivate static let sizeless = DecodeFailure.unreadable(reason: translatable("It does not state its size."))
    /// The decoder reports neither an error nor pixels.
    static let noPixels = DecodeFailure.unreadable(reason: translatable("The decoder returned no pixels."))
}

/// The result wanted of a picture. Size limits are checked before any decoding.
protocol DecodeTarget {
    associatedtype Output

    /// A faster or more colour-accurate method than GdkPixbuf's; nil without one.
    func shortcut(_ job: DecodeJob) -> DecodeShortcut<Output>?

    /// The size requested from GdkPixbuf for a picture of size `original`.
    func decodedSize(of original: PixelSize, _ job: DecodeJob) -> PixelSize

    /// The result, made from GdkPixbuf's.
    func output(of loaded: DecodeJob.Loaded, _ job: DecodeJob) throws(DecodeFailure) -> Output
}

/// A method without GdkPixbuf.
struct DecodeShortcut<Output> {
    /// The stored size of the picture.
    let original: PixelSize
    /// Nil if the picture turns out to need GdkPixbuf.
    let decode: () throws(DecodeFailure) -> Output?
}
