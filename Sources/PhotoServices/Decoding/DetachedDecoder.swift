import Foundation
import PhotoCore
import Synchronization

/// Gives a decoder that can't be interrupted up when nobody wants its picture any more, or it takes too long: the work goes
/// on in a thread of its own, and whoever asked goes on at once.
///
/// For formats whose loaders do all their work in one call, where neither cancellation nor a clock is asked: above all SVG,
/// of which a few kilobytes can ask for hours (a filter effect inside a filter effect). A thread that was given up works
/// on to its end for nobody; so there are never more than `mostAbandoned` of those, and meanwhile such formats are refused.
/// May be used from any number of threads at once; blocks the one it is called on.
public struct DetachedDecoder: PictureDecoding {
    /// Two threads that work for nobody leave most machines usable.
    static let mostAbandoned = 2
    /// How soon cancellation is heeded.
    private static let pollMilliseconds = 10

    private let decoder: any PictureDecoding
    private let formats: Set<EncodedPicture.Format>
    private let limit: Duration
    private let abandoned = Abandoned()

    private final class Abandoned: Sendable {
        let count = Mutex(0)
    }

    /// Runs `decoder` apart for `formats`, for at most `limit` of real time; all else it decodes in place.
    public init(
        _ decoder: any PictureDecoding, for formats: Set<EncodedPicture.Format> = [.svg, .heif, .avif, .tiff],
        limit: Duration = .seconds(10)
    ) {
        self.decoder = decoder
        self.formats = formats
        self.limit = limit
    }

    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        guard isApart(data) else { return try decoder.decode(data, toFill: size, isCancelled: isCancelled) }
        return try apart(isCancelled) { [decoder] isCancelled throws(DecodeFailure) in
            try decoder.decode(data, toFill: size, isCancelled: isCancelled)
        }
    }

    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        guard isApart(data) else { return try decoder.decodeWhole(data, at: size, isCancelled: isCancelled) }
        return try apart(isCancelled) { [decoder] isCancelled throws(DecodeFailure) in
            try decoder.decodeWhole(data, at: size, isCancelled: isCancelled)
        }
    }

    func isApart(_ data: Data) -> Bool { EncodedPicture(data).format.map(formats.contains) ?? false }

    func apart<Picture: Sendable>(
        _ isCancelled: () -> Bool,
        _ decode: @escaping @Sendable (_ isCancelled: () -> Bool) throws(DecodeFailure) -> Picture
    ) throws(DecodeFailure) -> Picture {
        if isCancelled() { throw .cancelled }
        let seconds = Int(limit.components.seconds)
        guard abandoned.count.withLock({ $0 < Self.mostAbandoned }) else { throw .tooSlow(seconds: seconds) }
        let job = DetachedJob<Picture>()
        Thread.detachNewThread { [abandoned] in
            let result = Result { () throws(DecodeFailure) in try decode({ job.isAbandoned }) }
            if job.finish(result) { abandoned.count.withLock { $0 -= 1 } }
        }
        let start = ContinuousClock.now
        while true {
            if let result = job.result(waitingMilliseconds: Self.pollMilliseconds) { return try result.get() }
            let isTooSlow = ContinuousClock.now - start > limit
            guard isTooSlow || isCancelled() else { continue }
            // Counted before it is given up, so that the thread cannot take itself off the count first.
            abandoned.count.withLock { $0 += 1 }
            guard let late = job.abandon() else { throw isTooSlow ? .tooSlow(seconds: seconds) : .cancelled }
            abandoned.count.withLock { $0 -= 1 }
            return try late.get()
        }
    }
}

/// What the thread and whoever waits for it have between them.
private final class DetachedJob<Picture: Sendable>: Sendable {
    private enum State {
        case running
        case abandoned
        case finished(Result<Picture, DecodeFailure>)
    }
    private let state = Mutex(State.running)
    private let finished = DispatchSemaphore(value: 0)

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
