import Foundation

/// Reports of one window's loader and its operations to a tracer. A value that is free to copy.
struct LoadTrace: Sendable {
    let tracer: Tracer
    let window: Int

    init(_ tracer: Tracer) {
        self.tracer = tracer
        window = tracer.newWindow()
    }

    func photo(_ id: PhotoRecord.ID) -> PhotoTrace { PhotoTrace(tracer: tracer, photo: .init(window: window, id: id)) }

    func suspended(_ isSuspended: Bool) {
        tracer.record(isSuspended ? .suspended(window: window) : .resumed(window: window))
    }

    func holds(_ bytes: @autoclosure () -> Int) { tracer.record(.memory(window: window, bytes: bytes())) }

    func downloadBegan(_ url: URL) { tracer.recordPhotos { $0.downloadBegan(url, window: window) } }

    func downloadEnded(_ url: URL, _ bytes: @autoclosure () -> Int?) {
        tracer.recordPhotos { $0.downloadEnded(url, window: window, bytes: bytes()) }
    }
}

struct PhotoTrace: Sendable {
    let tracer: Tracer
    let photo: TraceEvent.Photo

    func begin(_ name: String, _ url: URL, at stage: TraceEvent.Stage) {
        tracer.recordPhotos { $0.begin(photo, name: name, url: url, at: stage) }
    }

    func enter(_ stage: TraceEvent.Stage) { tracer.recordPhotos { $0.enter(photo, stage) } }

    /// Runs `body`, a worker's part of `stage`; then enters the stage that `next` returns for its result.
    func work<Result>(on stage: TraceEvent.Stage, _ body: () -> Result, next: (Result) -> TraceEvent.Stage) -> Result {
        guard tracer.isOn else { return body() }
        tracer.recordPhotos { $0.enter(photo, stage) }
        let start = tracer.now
        let result = body()
        let end = tracer.now
        tracer.record(.worked(photo, stage, duration: end - start), endedAt: end)
        tracer.recordPhotos { $0.enter(photo, next(result)) }
        return result
    }

    func shownUnfiltered() { tracer.recordOpen(photo, .photoShownUnfiltered(photo)) }

    /// Ends it; only the first call counts.
    func end(_ outcome: @autoclosure () -> TraceEvent.Outcome) { tracer.recordPhotos { $0.end(photo, outcome()) } }
}

/// The trace of one request.
public struct RequestTrace: Sendable {
    private let tracer: Tracer
    private let number: Int

    /// A request for `url` goes out.
    public init(_ tracer: Tracer, _ url: URL) {
        self.tracer = tracer
        number = tracer.requestBegan(url.withoutPassword.absoluteString)
    }

    /// The server has answered with this HTTP status.
    public func answered(status: Int) { tracer.requestAnswered(number, status: status) }

    /// Received this many more bytes.
    public func received(_ bytes: Int) { tracer.requestReceived(number, bytes: bytes) }

    /// It has ended.
    public func ended(_ failure: @autoclosure () -> FetchFailure?) {
        tracer.requestEnded(number, failure: failure()?.description)
    }
}

extension Tracer {
    /// A cache was queried for a photo.
    public func looked(in cache: TraceEvent.Cache, found: Bool) { record(.looked(in: cache, found: found)) }
}
