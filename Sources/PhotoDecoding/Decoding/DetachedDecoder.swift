import Foundation
import PhotoCore
import Synchronization

/// Abandons a decoder that cannot be interrupted when its picture is no longer wanted or takes too long: the work
/// continues on its own thread, and the caller returns at once.
///
/// For formats whose loaders work in one call, without checks: above all SVG, of which a few kilobytes can take hours
/// (nested filter effects). An abandoned thread continues with the lowest priority; so each format has a limit
/// (``DetachedPlaces``), and while all its places are abandoned the format is refused. May be used from any number of
/// threads; blocks the calling one.
public struct DetachedDecoder: PictureDecoding {
    /// The delay of a cancellation.
    private static let pollMilliseconds = 10

    private let decoder: any PictureDecoding
    private let formats: Set<EncodedPicture.Format>
    private let limit: Duration
    private let places: DetachedPlaces

    /// Detaches `decoder` for `formats`, for at most `limit` of real time; decodes the rest in place.
    public init(
        _ decoder: any PictureDecoding, for formats: Set<EncodedPicture.Format> = [.svg, .heif, .avif, .tiff],
        limit: Duration = .seconds(10)
    ) {
        self.init(decoder, for: formats, limit: limit, places: .shared)
    }

    init(
        _ decoder: any PictureDecoding, for formats: Set<EncodedPicture.Format> = [.svg, .heif, .avif, .tiff],
        limit: Duration, places: DetachedPlaces
    ) {
        self.places = places
        self.decoder = decoder
        self.formats = formats
        self.limit = limit
    }

    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        guard let format = formatApart(data) else {
            return try decoder.decode(data, toFill: size, isCancelled: isCancelled)
        }
        return try apart(format, isCancelled) { [decoder] isCancelled throws(DecodeFailure) in
            try decoder.decode(data, toFill: size, isCancelled: isCancelled)
        }
    }

    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        guard let format = formatApart(data) else {
            return try decoder.decodeWhole(data, at: size, isCancelled: isCancelled)
        }
        return try apart(format, isCancelled) { [decoder] isCancelled throws(DecodeFailure) in
            try decoder.decodeWhole(data, at: size, isCancelled: isCancelled)
        }
    }

    /// The format, if it is decoded detached.
    func formatApart(_ data: Data) -> EncodedPicture.Format? {
        EncodedPicture.Format(sniffing: data).flatMap { formats.contains($0) ? $0 : nil }
    }

    func apart<Picture: Sendable>(
        _ format: EncodedPicture.Format, _ isCancelled: () -> Bool,
        _ decode: @escaping @Sendable (_ isCancelled: () -> Bool) throws(DecodeFailure) -> Picture
    ) throws(DecodeFailure) -> Picture {
        try takePlace(format, isCancelled)
        let job = DetachedJob<Picture>()
        Thread.detachNewThread { [places] in
            job.begin()
            let result = Result { () throws(DecodeFailure) in try decode({ job.isAbandoned }) }
            places.leave(format, wasGivenUp: job.finish(result))
        }
        let start = ContinuousClock.now
        while true {
            if let result = job.result(waitingMilliseconds: Self.pollMilliseconds) { return try result.get() }
            let isTooSlow = ContinuousClock.now - start > limit
            guard isTooSlow || isCancelled() else { continue }
            // Counted before it is abandoned, so that the thread cannot uncount itself first.
            places.giveUp(format)
            guard let late = job.abandon() else {
                throw isTooSlow ? .tooSlow(seconds: Int(limit.components.seconds)) : .cancelled
            }
            places.giveUp(format, -1)
            return try late.get()
        }
    }

    /// Running work ends or is abandoned within the limit: so no one waits longer.
    private func takePlace(_ format: EncodedPicture.Format, _ isCancelled: () -> Bool) throws(DecodeFailure) {
        while true {
            if isCancelled() { throw .cancelled }
            switch places.take(format) {
            case .taken: return
            case .refused: throw .busy
            case .wait: usleep(UInt32(Self.pollMilliseconds * 1000))
            }
        }
    }
}

/// The shared state of the thread and its waiting caller.
private final class DetachedJob<Picture: Sendable>: Sendable {
    private enum State {
        case running(thread: pthread_t?)
        case abandoned
        case finished(Result<Picture, DecodeFailure>)
    }
    private let state = Mutex(State.running(thread: nil))
    private let finished = DispatchSemaphore(value: 0)

    /// Called first on the working thread.
    func begin() {
        state.withLock { state in
            if case .running = state { state = .running(thread: pthread_self()) } else { Self.yield(pthread_self()) }
        }
    }

    /// SCHED_IDLE of sched.h, which Swift does not import: below every niceness. Lowering one's priority needs no
    /// privilege.
    private static var idlePolicy: CInt { 5 }

    /// Makes a thread work only when the processor is idle.
    private static func yield(_ thread: pthread_t) {
        var parameters = sched_param()
        pthread_setschedparam(thread, idlePolicy, &parameters)
    }

    var isAbandoned: Bool {
        state.withLock { state in
            if case .abandoned = state { true } else { false }
        }
    }

    /// Leaves the result; true if it is no longer wanted.
    func finish(_ result: Result<Picture, DecodeFailure>) -> Bool {
        let wasAbandoned = state.withLock { state in
            if case .abandoned = state { return true }
            state = .finished(result)
            return false
        }
        finished.signal()
        return wasAbandoned
    }

    func result(waitingMilliseconds milliseconds: Int) -> Result<Picture, DecodeFailure>? {
        _ = finished.wait(timeout: .now() + .milliseconds(milliseconds))
        return current
    }

    /// Abandons the work; returns the result if it has just arrived.
    func abandon() -> Result<Picture, DecodeFailure>? {
        state.withLock { state in
            if case .finished(let result) = state { return result }
            // The thread exists: it cannot end without this lock.
            if case .running(let thread?) = state { Self.yield(thread) }
            state = .abandoned
            return nil
        }
    }

    private var current: Result<Picture, DecodeFailure>? {
        state.withLock { state in
            if case .finished(let result) = state { result } else { nil }
        }
    }
}
