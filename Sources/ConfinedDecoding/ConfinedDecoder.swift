import Foundation
import PhotoCore

/// Decodes in workers: processes that can do nothing else. A failure of a worker costs only one picture, and the same
/// bytes are not tried again until ``forgetCrashes()``. May be used from any number of threads; blocks the calling one.
public struct ConfinedDecoder: PictureDecoding, PhotoDecoding, CameraFactsReading {
    private let jobs: WorkerJobs

    /// Creates a decoder that uses the workers of `pool`, and ends jobs beyond `limits`.
    public init(_ pool: WorkerPool, limits: WorkerLimits = WorkerLimits()) { self.init(WorkerJobs(pool, limits)) }

    /// Creates a decoder that runs `jobs`.
    init(_ jobs: WorkerJobs) { self.jobs = jobs }

    /// Forgets crashes: all pictures may be decoded again.
    public func forgetCrashes() { jobs.forgetCrashes() }

    /// The fences of the workers; nil if no worker starts. Waits for the first worker.
    public func fences() -> WorkerFences? {
        if let known = jobs.pool.fences { return known }
        guard let worker = try? jobs.pool.lease(.common, isCancelled: { false }) else { return nil }
        var exchange = WorkerExchange(worker, jobs.pool, jobs.limits, isCancelled: { false })
        if exchange.prepare() {
            jobs.pool.give(back: worker)
        } else {
            _ = worker.finish(killing: true)
            jobs.pool.lost(worker)
        }
        return jobs.pool.fences
    }

    /// The fences of the workers; nil before the first worker is ready.
    public var knownFences: WorkerFences? { jobs.pool.fences }

    // MARK: - Decoding

    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        try withAnswer(.fill(size), data, size: { $0 }, isCancelled: isCancelled) { reply, memory, _ in
            guard case .picture(let plane, _, _) = reply, let memory, plane.size.width <= size.width,
                plane.size.height <= size.height
            else { return nil }
            return memory.pixels(plane)
        }
    }

    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        // The worker may ask for several sizes, also for those of a picture that is not yet upright.
        var (widest, tallest) = (0, 0)
        func asked(_ original: PixelSize) -> PixelSize {
            let size = size(original)
            (widest, tallest) = (max(widest, size.width), max(tallest, size.height))
            return size
        }
        return try withAnswer(.whole, data, size: asked, isCancelled: isCancelled) { reply, memory, _ in
            guard case .picture(let plane, let original, let format) = reply, let memory, plane.size.width <= widest,
                plane.size.height <= tallest
            else { return nil }
            return WholePicture(memory.pixels(plane), of: original, format: format)
        }
    }

    /// See ``PhotoDecoding/decodePhoto(_:at:isCancelled:)``.
    public func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        try withAnswer(.photo(detail), data, size: { $0 }, isCancelled: isCancelled) { [jobs] reply, memory, worker in
            guard case .photo(let photo) = reply, let planes = memory?.planes(photo.planes),
                photo.size.width <= jobs.limits.pixels / photo.size.height
            else { return nil }
            return DecodedPhoto(
                size: photo.size, orientation: photo.orientation, format: photo.format, planes: planes,
                finestLevel: photo.finestLevel, problem: photo.problem,
                frames: photo.moves ? worker.map { frames(in: $0, of: data, photo.size, at: detail) } : nil)
        }
    }

    private func frames(
        in worker: WorkerProcess, of data: Data, _ size: PixelSize, at detail: PhotoDetail
    ) -> ConfinedFrames {
        ConfinedFrames(worker, of: size, jobs.pool, jobs.limits) { isCancelled in
            try? withAnswer(.photo(detail), data, size: { $0 }, isCancelled: isCancelled) { _, _, worker in worker }
        }
    }

    /// See ``CameraFactsReading/facts(in:)``.
    public func facts(in data: Data) -> CameraFacts {
        let facts = try? withAnswer(.facts, data, size: { $0 }, isCancelled: { false }) { reply, _, _ in
            if case .facts(let facts) = reply { facts } else { nil }
        }
        return facts ?? CameraFacts()
    }

    // MARK: - Jobs

    /// See ``WorkerJobs/run(_:_:_:memory:size:isCancelled:piece:_:)``.
    private func withAnswer<Value>(
        _ task: DecodeTask, _ data: Data, size: (PixelSize) -> PixelSize, isCancelled: () -> Bool,
        _ read: (DecodeReply, SharedMapping?, WorkerProcess?) -> Value?
    ) throws(DecodeFailure) -> Value {
        try jobs.run(task, try Self.kind(task, data), [data], size: size, isCancelled: isCancelled, read)
    }

    /// The kind of worker for a task; throws for data that no worker should see.
    private static func kind(_ task: DecodeTask, _ data: Data) throws(DecodeFailure) -> WorkerKind {
        guard !data.isEmpty else { throw .empty }
        guard data.count <= DecodeRequest.mostBytes else { throw .outOfMemory }
        if task == .facts { return .metadata }
        guard let format = EncodedPicture.Format(sniffing: data) else { throw .notAPicture }
        return WorkerKind(format)
    }
}

extension SharedMapping {
    /// The pixels of a row's picture: a copy, because these are small and live long.
    func pixels(_ plane: PlaneLayout) -> PixelBuffer {
        PixelBuffer(size: plane.size) { target in
            if let to = target.baseAddress { memcpy(to, base, plane.byteCount) }
        }
    }

    /// The planes, without a copy: they keep this memory mapped. Nil if one lies outside of it.
    func planes(_ layout: PlanesLayout) -> [Int: PhotoPlane]? {
        var planes: [Int: PhotoPlane] = [:]
        for (level, place) in layout.planes {
            guard place.end <= count,
                let plane = PhotoPlane(
                    taking: base + place.offset, size: place.size, bytesPerRow: place.bytesPerRow,
                    channels: place.channels, release: { withExtendedLifetime(self) {} })
            else { return nil }
            planes[level] = plane
        }
        return planes
    }
}
