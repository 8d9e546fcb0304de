import Foundation
import Synchronization

/// How far the reading of a catalogue is.
public struct CatalogueProgress: Sendable, Equatable {
    /// Rows so far.
    public var rows: Int
    /// Bytes so far, and in all where that is known; nil for what is no document.
    public var bytes: FetchProgress?

    /// So far.
    public init(rows: Int = 0, bytes: FetchProgress? = nil) {
        self.rows = rows
        self.bytes = bytes
    }
}

/// Reads one catalogue as its bytes come, on a queue of its own, and delivers rows in segments.
///
/// @unchecked Sendable: what changes is touched on `queue` alone, but for two atomics.
final class CatalogueReading: @unchecked Sendable {
    /// What has become of it since the last delivery.
    struct Delivery: Sendable {
        var opening: FetchOpening?
        var segment: CatalogueSegment?
        var facts: CatalogueFacts
        var progress: CatalogueProgress
        /// Whether more of it may have been meant to come, which nothing says.
        var mayBeCutShort: Bool
        /// Whether it is over, and for which reason if not because all was read.
        var end: CatalogueFailure??
    }

    private let url: URL
    private let formats: CatalogueFormats
    private let queue = DispatchQueue(label: "Catalogue", qos: .userInitiated)
    private let flow = FetchFlow()
    private let now: @Sendable () -> Int
    private let isStopped = Atomic(false)
    /// Whether a delivery is on its way: the next one waits for it, so that a main context that is busy gets few and
    /// large ones.
    private let isDelivering = Atomic(false)

    // On `queue`.
    private var deliver: (@Sendable (Delivery) -> Void)?
    private var intake: CatalogueIntake?
    private var builder: CatalogueBuilder?
    private var opening: FetchOpening?
    private var newOpening: FetchOpening?
    private var pacing: CataloguePacing
    private var received = 0
    private var isEndUnmarked = false
    private var mayBeCutShort = false
    private var task: (any FetchTask)?
    private var isAwaited = false

    /// Will read the catalogue at `url`, and call `deliver` on a queue of its own: one call after the other, the last
    /// of which has an `end`. `now` counts milliseconds.
    init(
        _ url: URL, as formats: CatalogueFormats, now: @escaping @Sendable () -> Int,
        deliver: @escaping @Sendable (Delivery) -> Void
    ) {
        self.url = url
        self.formats = formats
        self.now = now
        self.deliver = deliver
        pacing = CataloguePacing(at: now())
    }

    /// Gives up, soon. What was read is still delivered, with the end `.cancelled`.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        queue.async { self.end(.cancelled) }
    }

    /// The last delivery has been taken in.
    func wasTaken() {
        isDelivering.store(false, ordering: .relaxed)
    }

    // MARK: - Documents

    /// Fetches and parses a document.
    func fetch(_ request: FetchRequest, with fetcher: any DataFetching) {
        queue.async { [self] in
            // Between two events `end` obeys a stop; within one, the builder does.
            task = fetcher.stream(request, flow: flow) { [self] event in
                queue.async { self.take(event) }
            }
        }
    }

    private func take(_ event: FetchEvent) {
        guard deliver != nil else { return }
        switch event {
        case .opened(let opening):
            (self.opening, newOpening) = (opening, opening)
            if opening.isUnchanged { return }
            intake = CatalogueIntake(
                formats: formats, hint: CatalogueHint(url: opening.url, contentType: opening.contentType),
                builder: newBuilder())
            pacing = CataloguePacing(at: now())
        case .bytes(let bytes):
            received += bytes.count
            do throws(CatalogueFailure) {
                try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try intake?.take(bytes) }
                flow.taken(bytes.count)
                deliverIfDue()
            } catch {
                end(error)
            }
        case .unmarkedEnd: isEndUnmarked = true
        case .ended(nil):
            guard opening?.isUnchanged != true else { return end(nil) }
            do throws(CatalogueFailure) {
                try intake?.finish()
                mayBeCutShort = isEndUnmarked && intake?.showsItsEnd != true
                end(nil)
            } catch {
                end(error)
            }
        case .ended(.tooLarge(let limit)?):
            intake?.breakOff()
            end(.tooLarge(limit: limit))
        case .ended(let failure?):
            intake?.breakOff()
            end(failure == .cancelled ? .cancelled : .fetch(failure))
        }
    }

    // MARK: - What is no document

    /// Has `filler` make the rows.
    func fill(with filler: any CatalogueFilling) {
        queue.async { [self] in
            guard deliver != nil else { return }
            newOpening = FetchOpening(url: url)
            var builder = newBuilder()
            pacing = CataloguePacing(at: now())
            var failure: CatalogueFailure?
            do throws(CatalogueFailure) {
                try filler.fill(&builder, from: url) { (builder) throws(CatalogueFailure) in
                    if isStopped.load(ordering: .relaxed) { throw .cancelled }
                    deliverIfDue(from: &builder)
                }
                if builder.count == 0 { failure = .noPhotos }
            } catch {
                failure = error
            }
            self.builder = builder
            end(failure)
        }
    }

    // MARK: - Delivering

    private func newBuilder() -> CatalogueBuilder {
        CatalogueBuilder(isCancelled: { [weak self] in self?.isStopped.load(ordering: .relaxed) ?? true })
    }

    private func deliverIfDue() {
        guard var intake else { return }
        // A value in two places would be copied at its first change.
        self.intake = nil
        deliverIfDue(from: &intake.builder)
        let isWaiting = intake.builder.waitingCount > 0
        self.intake = intake
        if isWaiting { awaitDue() }
    }

    private func deliverIfDue(from builder: inout CatalogueBuilder) {
        let now = now()
        guard pacing.isDue(rows: builder.waitingCount, bytes: builder.waitingByteCount, at: now) || isProgressDue(now),
            !isDelivering.load(ordering: .relaxed)
        else { return }
        isDelivering.store(true, ordering: .relaxed)
        pacing.delivered(rows: builder.waitingCount, at: now)
        send(builder.takeSegment(), builder, end: nil)
    }

    /// For documents that make no rows for a long time.
    private func isProgressDue(_ now: Int) -> Bool {
        received > 0 && pacing.due(at: now) == 0
    }

    /// The network may pause: what has come until then is shown all the same.
    private func awaitDue() {
        guard !isAwaited else { return }
        isAwaited = true
        // No sooner than the main context can have taken what it was given: with the next frame.
        queue.asyncAfter(deadline: .now() + .milliseconds(max(16, pacing.due(at: now())))) { [weak self] in
            self?.isAwaited = false
            if self?.deliver != nil { self?.deliverIfDue() }
        }
    }

    private func send(_ segment: CatalogueSegment?, _ builder: CatalogueBuilder, end: CatalogueFailure??) {
        let bytes = opening.map { FetchProgress(received: received, expected: $0.expected) }
        deliver?(
            Delivery(
                opening: newOpening, segment: segment, facts: builder.facts,
                progress: CatalogueProgress(rows: builder.count, bytes: bytes), mayBeCutShort: mayBeCutShort, end: end))
        newOpening = nil
    }

    private func end(_ failure: CatalogueFailure?) {
        guard deliver != nil else { return }
        if failure != nil { task?.cancel() }
        task = nil
        var builder = intake?.builder ?? builder ?? CatalogueBuilder()
        intake = nil
        self.builder = nil
        send(builder.takeSegment(), builder, end: .some(failure))
        deliver = nil
    }
}
