import Foundation
import PhotoCore

/// A whole photo, at `detail` or better: JPEGs with libjpeg-turbo in one call if their work is bounded, those of inks
/// with their profile, SVG with librsvg, the rest with GdkPixbuf.
struct PhotoTarget: DecodeTarget, Sendable {
    let detail: PhotoDetail
    /// Where libjpeg-turbo's pixels and all coarser levels lie; the heap if nil.
    var memory: (any PlaneMemory)?

    func shortcut(_ job: DecodeJob) -> DecodeShortcut<DecodedPhoto>? {
        if job.format == .svg {
            return .drawing(job.data) { (drawing) throws(DecodeFailure) in try decode(drawing, job) }
        }
        guard let turbo = TurboPicture(job.data, job.picture) else { return nil }
        guard turbo.isOfInks else {
            return DecodeShortcut(original: turbo.size) { () throws(DecodeFailure) in try decode(turbo, job) }
        }
        guard !job.picture.isEndMissing, let inks = InkPicture(job) else { return nil }
        return DecodeShortcut(original: inks.original) { () throws(DecodeFailure) in try decode(inks, job) }
    }

    func decodedSize(of original: PixelSize, _ job: DecodeJob) -> PixelSize {
        let factor = pow(2, -Double(level(of: original, job)))
        return PixelSize(
            width: max(1, Int((Double(original.width) * factor).rounded(.up))),
            height: max(1, Int((Double(original.height) * factor).rounded(.up))))
    }

    func output(of loaded: DecodeJob.Loaded, _ job: DecodeJob) throws(DecodeFailure) -> DecodedPhoto {
        // The frames are drawn from the existing pixels.
        let animation = loaded.loader.animation
        let pixels = animation.flatMap { _ in loaded.pixels.copy } ?? loaded.pixels
        let profile = job.metadata.colorProfile ?? pixels.colorProfile
        let plane = pixels.plane(from: profile, job.watch)
        try job.watch.check()
        guard let plane else { throw .noPixels }
        let level = loaded.original.map { self.level(of: $0, job) } ?? 0
        return try photo(
            plane, at: level, of: level == 0 ? plane.size : loaded.original ?? plane.size, job,
            orientation: job.metadata.orientation ?? pixels.orientation,
            finestLevel: loaded.original.map { finestLevel(of: $0, job) } ?? 0,
            frames: animation.map { PixbufFrames($0, profile: profile) })
    }

    /// The photo with `plane` as its finest decoded level.
    private func photo(
        _ plane: PhotoPlane, at level: Int, of size: PixelSize, _ job: DecodeJob, orientation: ExifOrientation?,
        finestLevel: Int = 0, frames: (any PhotoFrames)? = nil
    ) throws(DecodeFailure) -> DecodedPhoto {
        memory?.expect(plane.size, channels: plane.channels)
        let planes = DecodedPhoto.levels(from: plane, at: level, in: memory, isCancelled: job.watch.isOver)
        try job.watch.check()
        guard let planes else { throw .outOfMemory }
        return DecodedPhoto(
            size: size, orientation: orientation ?? .topLeft, format: job.format, planes: planes,
            finestLevel: finestLevel, problem: problem(job), frames: frames)
    }

    /// An error in a photo that can be shown anyway.
    private func problem(_ job: DecodeJob) -> DecodeFailure? { job.picture.isEndMissing ? .cutShort : nil }

    // MARK: - Levels

    /// The level at which the photo is decoded.
    private func level(of size: PixelSize, _ job: DecodeJob) -> Int {
        switch job.format {
        case .svg: min(max(detail.level(of: size), finestLevel(of: size, job)), 3)
        // As coarse as libjpeg scales. Half size gains little: 0.10 s instead of 0.15 for 24 megapixels; and such a
        // zoom usually continues to 100%.
        case .jpeg:
            switch detail.level(of: (job.metadata.orientation ?? .topLeft).turned(size)) {
            case ...1: 0
            case let level: min(level, 3)
            }
        default: 0
        }
    }

    /// The finest possible level; for a drawing, the one with the maximum number of pixels.
    private func finestLevel(of size: PixelSize, _ job: DecodeJob) -> Int {
        guard job.format == .svg else { return 0 }
        let pixels = Double(max(1, size.width)) * Double(max(1, size.height))
        let byArea = -0.5 * log2(Double(DecodeNeed.mostDrawnPixels.page) / pixels)
        let bySide = log2(Double(max(1, size.width, size.height)) / Double(Drawing.longestSide))
        return Int(max(byArea, bySide).rounded(.up))
    }

    // MARK: - SVG

    private func decode(_ drawing: Drawing, _ job: DecodeJob) throws(DecodeFailure) -> DecodedPhoto {
        let (level, size) = (level(of: drawing.original, job), decodedSize(of: drawing.original, job))
        var failure = DecodeFailure.outOfMemory
        memory?.expect(size, channels: 4)
        let plane = PhotoPlane.make(size: size, channels: 4, in: memory) { pixels in
            do throws(DecodeFailure) {
                try drawing.draw(at: size, to: pixels)
                return true
            } catch {
                failure = error
                return false
            }
        }
        try job.watch.check()
        guard let plane else { throw failure }
        return try photo(
            plane, at: level, of: drawing.original, job, orientation: job.metadata.orientation,
            finestLevel: finestLevel(of: drawing.original, job))
    }

    // MARK: - JPEG

    private func decode(_ turbo: TurboPicture, _ job: DecodeJob) throws(DecodeFailure) -> DecodedPhoto {
        let level = self.level(of: turbo.size, job)
        let plane = try turbo.plane(at: level, isEndMissing: job.picture.isEndMissing, in: memory) { pixels, size in
            PlaneColors.convert(
                pixels, size, bytesPerRow: 3 * size.width, channels: 3, job.metadata.colorProfile, job.watch)
        }
        try job.watch.check()
        guard let plane else { throw problem(job) ?? .noPixels }
        return try photo(plane, at: level, of: turbo.size, job, orientation: job.metadata.orientation)
    }

    private func decode(_ inks: InkPicture, _ job: DecodeJob) throws(DecodeFailure) -> DecodedPhoto? {
        guard let pixels = inks.decode(at: inks.original, isCancelled: job.watch.isOver) else { return nil }
        let buffer = PixelBuffer(size: inks.original, bytesPerRow: 4 * inks.original.width, bytes: pixels)
        guard let plane = PhotoPlane.make(buffer) else {
            throw .unreadable(reason: translatable("There is not enough memory."))
        }
        return try photo(plane, at: 0, of: inks.original, job, orientation: job.metadata.orientation)
    }
}
