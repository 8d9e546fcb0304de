import Foundation
import PhotoCore
import Synchronization

/// Decodes in workers: processes that can do nothing else. What breaks in one costs that picture, and the same bytes
/// are not tried again until ``forgetCrashes()``. May be used from any number of threads at once; blocks the one it is
/// called on.
public struct ConfinedDecoder: PictureDecoding, PhotoDecoding, CameraFactsReading {
    /// How often another worker is tried where one was gone before it saw the picture.
    private static let mostTries = 3

    private let pool: WorkerPool
    private let limits: WorkerLimits
    private let crashed = Crashed()

    private final class Crashed: Sendable {
        let pictures = Mutex(CrashedPictures())
    }

    /// A decoder that has the workers of `pool`, and gives up beyond `limits`.
    public init(_ pool: WorkerPool, limits: WorkerLimits = WorkerLimits()) {
        self.pool = pool
        self.limits = limits
    }

    /// Has all pictures be tried again.
    public func forgetCrashes() { crashed.pictures.withLock { $0.forget() } }

    // MARK: - What the program asks for

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
        try withAnswer(.whole, data, size: size, isCancelled: isCancelled) { reply, memory, _ in
            guard case .picture(let plane, let original, let format) = reply, let memory else { return nil }
            return WholePicture(memory.pixels(plane), of: original, format: format)
        }
    }

    /// See ``PhotoDecoding/decodePhoto(_:at:isCancelled:)``.
    public func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        try withAnswer(.photo(detail), data, size: { $0 }, isCancelled: isCancelled) { [limits] reply, memory, worker in
            guard case .photo(let photo) = reply, let planes = memory?.planes(photo.planes),
                photo.size.width <= limits.pixels / photo.size.height
            else { return nil }
            return DecodedPhoto(
                size: photo.size, orientation: photo.orientation, format: photo.format, planes: planes,
                finestLevel: photo.finestLevel, problem: photo.problem,
                frames: photo.moves ? worker.map { ConfinedFrames($0, pool, limits) } : nil)
        }
    }

    /// See ``CameraFactsReading/facts(in:)``.
    public func facts(in data: Data) -> CameraFacts {
        let facts = try? withAnswer(.facts, data, size: { $0 }, isCancelled: { false }) { reply, _, _ in
            if case .facts(let facts) = reply { facts } else { nil }
        }
        return facts ?? CameraFacts()
    }

    // MARK: - How it is had

    /// What `read` makes of the answer; nil where that is none to this question. `read` gets a worker only where that
    /// holds a photo that moves, and then has to give it back.
    private func withAnswer<Value>(
        _ task: DecodeTask, _ data: Data, size: (PixelSize) -> PixelSize, isCancelled: () -> Bool,
        _ read: (DecodeReply, SharedMapping?, WorkerProcess?) -> Value?
    ) throws(DecodeFailure) -> Value {
        let kind = try kind(task, data)
        if let failure = crashed.pictures.withLock({ $0.failure(of: data) }) { throw failure }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(DecodeFailure) in
            for _ in 0..<Self.mostTries {
                let worker = try pool.lease(kind, isCancelled: isCancelled)
                var exchange = WorkerExchange(worker, pool, limits, isCancelled: isCancelled)
                switch exchange.run(task, data, size: size) {
                case .endedEarly: continue
                case .ended(let failure):
                    if failure != .cancelled { crashed.pictures.withLock { $0.note(data, failure) } }
                    throw failure
                case .answered(.failed(let failure), _):
                    pool.give(back: worker)
                    throw failure
                case .answered(let reply, let memory):
                    // Whoever gave up does not want it, though it came.
                    let moves = if case .photo(let photo) = reply { photo.moves } else { false }
                    if moves { pool.keep(worker) } else { pool.give(back: worker) }
                    if let value = read(reply, memory, moves ? worker : nil) { return value }
                    // It does not answer what it was asked: it is not itself any more.
                    _ = worker.finish(killing: true)
                    pool.lost(worker)
                    crashed.pictures.withLock { $0.note(data, .crashed) }
                    throw .crashed
                }
            }
            throw .unreadable(reason: "The decoder does not start.")
        }
    }

    /// Which worker it takes: what no worker is to see throws.
    private func kind(_ task: DecodeTask, _ data: Data) throws(DecodeFailure) -> WorkerKind {
        guard !data.isEmpty else { throw .empty }
        guard data.count <= DecodeRequest.mostBytes else { throw .outOfMemory }
        if task == .facts { return .metadata }
        let picture = EncodedPicture(data)
        guard let format = picture.format else { throw .notAPicture }
        guard !picture.hasExcessiveScans else { throw .excessiveScans }
        return WorkerKind(format)
    }
}

extension SharedMapping {
    /// The pixels of a row's picture: a copy, for these are small and live long.
    fileprivate func pixels(_ plane: PlaneLayout) -> PixelBuffer {
        PixelBuffer(size: plane.size) { target in
            if let to = target.baseAddress { memcpy(to, base, plane.byteCount) }
        }
    }

    /// The planes where they lie.
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
