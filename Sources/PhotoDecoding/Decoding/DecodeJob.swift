import Foundation
import PhotoCore

/// One picture being decoded, on one thread: which way it goes, and what it may cost on each.
struct DecodeJob {
    let data: Data
    let picture: EncodedPicture
    let format: EncodedPicture.Format
    let metadata: PictureMetadata
    let limits: PixbufDecoder.Limits
    let watch: DecodeWatch

    /// Makes `target` of `data`. `isCancelled` is asked between pieces of work.
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

    /// Throws where a picture of this size is not worth beginning.
    private func check(_ original: PixelSize) throws(DecodeFailure) {
        guard original.width <= limits.pixels / max(1, original.height) else {
            throw .tooLarge(size: original, limit: limits.pixels)
        }
    }

    // MARK: - GdkPixbuf

    /// What GdkPixbuf has made of a picture.
    struct Loaded {
        let loader: PixbufLoader
        let pixels: PixbufPixels
        /// The picture's size before it was scaled, if the loader told it.
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
            // Whatever the loader stumbled over, the reason is that there is no more of it.
            guard let partial = loader.partial else { throw .cutShort }
            return Loaded(loader: loader, pixels: partial, original: told)
        }
    }

    /// How many bytes the loader gets between two looks at clock and cancellation: a deflated or LZW-packed 16 KiB can
    /// unpack to 16 MB, some 50 ms. A JPEG of 12 MP and 6 MB takes 60 ms so, and 105 ms in pieces of 512 bytes.
    ///
    /// Fewer for JPEGs in which a few bytes can stand for a scan over the whole picture: 145 bytes for one of
    /// 12000 × 12000 pixels, 35 ms here. These pieces must be small however harmless the first ones were.
    private var pieceSize: Int { picture.mayHaveTinyScans ? 1024 : 16384 }
}

extension DecodeFailure {
    fileprivate static let sizeless = DecodeFailure.unreadable(reason: "It does not say how large it is.")
    /// The decoder has no complaint, and nothing else either.
    static let noPixels = DecodeFailure.unreadable(reason: "The decoder gave no pixels.")
}

/// What is to be made of a picture. The size limits are heeded before anything here is called upon to decode.
protocol DecodeTarget {
    associatedtype Output

    /// A way to it that is quicker than GdkPixbuf's, or truer to the colours; nil where there is none.
    func shortcut(_ job: DecodeJob) -> DecodeShortcut<Output>?

    /// What GdkPixbuf is asked for, of a picture of size `original`.
    func decodedSize(of original: PixelSize, _ job: DecodeJob) -> PixelSize

    /// It, made of what GdkPixbuf gave.
    func output(of loaded: DecodeJob.Loaded, _ job: DecodeJob) throws(DecodeFailure) -> Output
}

/// A way around GdkPixbuf.
struct DecodeShortcut<Output> {
    /// Of the picture as it is stored.
    let original: PixelSize
    /// Nil where the picture proves to be a task for GdkPixbuf.
    let decode: () throws(DecodeFailure) -> Output?
}
