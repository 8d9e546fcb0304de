import Foundation
import PhotoCore
import Synchronization

/// Gives a decoder that can't be interrupted up when nobody wants its picture any more, or it takes too long: the work
/// goes on in a thread of its own, and whoever asked goes on at once.
///
/// For formats whose loaders do all their work in one call, where neither cancellation nor a clock is asked: above all
/// SVG, of which a few kilobytes can ask for hours (a filter effect inside a filter effect). A thread that was given up
/// works on to its end for nobody, after all others; so only so many are begun of each format (``DetachedPlaces``), and
/// while all of those work for nobody the format is refused. May be used from any number of threads at once; blocks the
/// one it is called on.
public struct DetachedDecoder: PictureDecoding {
    /// How soon cancellation is heeded.
    private static let pollMilliseconds = 10

    private let decoder: any PictureDecoding
    private let formats: Set<EncodedPicture.Format>
    private let limit: Duration
    private let places: DetachedPlaces

    /// Runs `decoder` apart for `formats`, for at most `limit` of real time; all else it decodes in place.
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

    /// The format, where that is decoded apart.
    func formatApart(_ data: Data) -> EncodedPicture.Format? {
        EncodedPicture(data).format.flatMap { formats.contains($0) ? $0 : nil }
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
            // Counted before it is given up, so that the thread cannot take itself off the count first.
            places.giveUp(format)
            guard let late = job.abandon() else {
                throw isTooSlow ? .tooSlow(seconds: Int(limit.components.seconds)) : .cancelled
            }
            places.giveUp(format, -1)
            return try late.get()
        }
    }

    /// Those who work now end, or are given up, within the limit: so nobody waits for longer.
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

/// What the thread and whoever waits for it have between them.
private final class DetachedJob<Picture: Sendable>: Sendable {
    private enum State {
        case running(thread: pthread_t?)
        case abandoned
        case finished(Result<Picture, DecodeFailure>)
    }
    private let state = Mutex(State.running(thread: nil))
    private let finished = DispatchSemaphore(value: 0)

    /// To be called on the thread that does the work, first.
    func begin() {
        state.withLock { state in
            if case .running = state { state = .running(thread: pthread_self()) } else { Self.yield(pthread_self()) }
        }
    }

    /// SCHED_IDLE of sched.h, which Swift does not see: below every niceness. Anybody may give up their priority.
    private static var idlePolicy: CInt { 5 }

    /// Has a thread work when nothing else wants the processor.
    private static func yield(_ thread: pthread_t) {
        var parameters = sched_param()
        pthread_setschedparam(thread, idlePolicy, &parameters)
    }

    var isAbandoned: Bool {
        state.withLock { state in
            if case .abandoned = state { true } else { false }
        }
    }

    /// Leaves the result; true if nobody waits for it any more.
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

    /// Gives the work up; the result, if it has come just now.
    func abandon() -> Result<Picture, DecodeFailure>? {
        state.withLock { state in
            if case .finished(let result) = state { return result }
            // It is still there: without this lock it does not end.
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
