import Foundation
import Synchronization

/// The progress of reading a catalogue.
public struct CatalogueProgress: Sendable, Equatable {
    /// Rows so far.
    public var rows: Int
    /// Bytes so far and in total, if known; nil for a catalogue that is no document.
    public var bytes: FetchProgress?

    /// Progress so far.
    public init(rows: Int = 0, bytes: FetchProgress? = nil) {
        self.rows = rows
        self.bytes = bytes
    }
}

/// Reads one catalogue as its bytes arrive, on its own queue, and delivers rows in segments.
final class CatalogueReading: Sendable {
    /// The changes since the last delivery.
    struct Delivery: Sendable {
        var opening: FetchOpening?
        var segment: CatalogueSegment?
        var facts: CatalogueFacts
        var progress: CatalogueProgress
        /// Whether rows may be missing without any sign.
        var mayBeCutShort: Bool
        /// What is meant instead of this document, which only names it; known at its end.
        var leadsTo: URL?
        /// The further documents that this one names; known at its end.
        var more = NamedDocuments()
        /// Whether it has ended, and why if not at its end.
        var end: CatalogueFailure??
    }

    private struct State {
        var deliver: (@Sendable (Delivery) -> Void)?
        var intake: CatalogueIntake?
        var builder: CatalogueBuilder?
        var opening: FetchOpening?
        var newOpening: FetchOpening?
        var pacing: CataloguePacing
        var received = 0
        var isEndUnmarked = false
        var mayBeCutShort = false
        var leadsTo: URL?
        var task: (any FetchTask)?
        var isAwaited = false
        var archives: (any CatalogueFilling)?
        /// Whether a WebDAV server is asked what is in a folder.
        var asksForFolder = false
    }

    private let url: URL
    private let formats: CatalogueFormats
    private let context = SerialContext("Catalogue")
    private let state: Confined<State>
    private let flow = FetchFlow()
    private let now: @Sendable () -> Int
    private let isStopped = Atomic(false)
    /// Whether a delivery is pending: the next one waits for it, so a busy main context gets few, large ones.
    private let isDelivering = Atomic(false)

    /// Reads the catalogue at `url`, and calls `deliver` on its own queue: one call after the other, the last with an
    /// `end`. `now` counts milliseconds.
    init(
        _ url: URL, as formats: CatalogueFormats, now: @escaping @Sendable () -> Int,
        deliver: @escaping @Sendable (Delivery) -> Void
    ) {
        self.url = url
        self.formats = formats
        self.now = now
        state = Confined(State(deliver: deliver, pacing: CataloguePacing(at: now())), to: context)
    }

    /// Stops soon. Rows already read are still delivered, with the end `.cancelled`.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        context.perform { self.end(.cancelled) }
    }

    /// The last delivery has been applied.
    func wasTaken() { isDelivering.store(false, ordering: .relaxed) }

    // MARK: - Documents

    /// Fetches and parses a document. If it is an archive, `archives` makes the rows.
    func fetch(
        _ request: FetchRequest, with fetcher: any DataFetching, archives: (any CatalogueFilling)? = nil
    ) {
        context.perform { [self] in
            state.archives = archives
            state.asksForFolder = request.method.isOfFolder
            // Between events, `end` obeys a stop; within one, the builder does.
            state.task = fetcher.stream(request, flow: flow) { [self] event in
                context.perform { self.take(event) }
            }
        }
    }

    /// Whether a WebDAV server that is asked what is in a folder has answered with a page of another kind, whose rows
    /// do not count.
    private var isOther: Bool {
        guard state.asksForFolder, let facts = state.intake?.builder.facts else { return false }
        return !facts.formatName.isEmpty && !facts.isFolderList
    }

    private func take(_ event: FetchEvent) {
        guard state.deliver != nil else { return }
        switch event {
        case .opened(let opening):
            (state.opening, state.newOpening) = (opening, opening)
            if opening.isUnchanged { return }
            state.intake = CatalogueIntake(
                formats: formats, hint: CatalogueHint(url: opening.url, contentType: opening.contentType),
                builder: newBuilder())
            state.intake?.builder.facts.isKept = opening.isKept
            state.pacing = CataloguePacing(at: now())
        case .bytes(let bytes):
            state.received += bytes.count
            do throws(CatalogueFailure) {
                try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try state.intake?.take(bytes) }
                if isOther { throw .noFolderList }
                flow.taken(bytes.count)
                deliverIfDue()
            } catch {
                if error != .archive || !fillFromArchive() { end(error) }
            }
        case .unmarkedEnd: state.isEndUnmarked = true
        case .ended(nil):
            guard state.opening?.isUnchanged != true else { return end(nil) }
            do throws(CatalogueFailure) {
                try state.intake?.finish()
                if isOther { throw .noFolderList }
                state.leadsTo = try target()
                state.mayBeCutShort = state.isEndUnmarked && state.intake?.showsItsEnd != true
                end(nil)
            } catch {
                if error != .archive || !fillFromArchive() { end(error) }
            }
        case .ended(.tooLarge(let limit)?):
            // Not begun, because of its length: archives may have any.
            if state.received == 0, state.archives != nil, fillFromArchive(else: .tooLarge(limit: limit)) { return }
            state.intake?.breakOff()
            end(.tooLarge(limit: limit))
        case .ended(let failure?):
            state.intake?.breakOff()
            end(failure == .cancelled ? .cancelled : .fetch(failure))
        }
    }

    // MARK: - Fillers

    /// Has `filler` make the rows; with `revalidates`, those of now, unless they are the `known` ones.
    func fill(with filler: any CatalogueFilling, revalidates: Bool = false, known: BodyVersion? = nil) {
        context.perform { [self] in
            guard state.deliver != nil else { return }
            fill(with: filler, from: url, revalidates: revalidates, known: known, else: nil)
        }
    }

    /// The document is an archive; if it turns out to be none, it fails with `failure`. False if archives are not read.
    private func fillFromArchive(else failure: CatalogueFailure? = nil) -> Bool {
        guard let archives = state.archives else { return false }
        let task = state.task
        (state.task, state.intake, state.archives) = (nil, nil, nil)
        task?.cancel()
        // After `deliver` has ended, the cancelled task's last event is ignored.
        fill(with: archives, from: url, else: failure)
        return true
    }

    private func fill(
        with filler: any CatalogueFilling, from url: URL, revalidates: Bool = false, known: BodyVersion? = nil,
        else other: CatalogueFailure?
    ) {
        state.newOpening = FetchOpening(url: url)
        var builder = newBuilder()
        builder.revalidates = revalidates
        builder.known = revalidates ? known : nil
        state.pacing = CataloguePacing(at: now())
        var failure: CatalogueFailure?
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: url) { (builder) throws(CatalogueFailure) in
                if isStopped.load(ordering: .relaxed) { throw .cancelled }
                deliverIfDue(from: &builder)
            }
            state.leadsTo = builder.facts.leadsTo.flatMap(URL.init(string:))
            let hasMonths = builder.facts.months?.months.isEmpty == false
            if builder.isUnchanged || builder.version != nil {
                state.newOpening = FetchOpening(
                    url: url, version: builder.version, isUnchanged: builder.isUnchanged)
            }
            if builder.count == 0, !hasMonths, state.leadsTo == nil, !builder.isUnchanged { failure = .noPhotos }
        } catch {
            failure = error == .archive ? other ?? error : error
        }
        state.builder = builder
        end(failure)
    }

    // MARK: - Delivering

    private func newBuilder() -> CatalogueBuilder {
        CatalogueBuilder(isCancelled: { [weak self] in self?.isStopped.load(ordering: .relaxed) ?? true })
    }

    private func deliverIfDue() {
        guard var intake = state.intake else { return }
        // A second owner would copy the value at its first change.
        state.intake = nil
        deliverIfDue(from: &intake.builder)
        let isWaiting = intake.builder.waitingCount > 0
        state.intake = intake
        if isWaiting { awaitDue() }
    }

    private func deliverIfDue(from builder: inout CatalogueBuilder) {
        let now = now()
        guard
            state.pacing.isDue(rows: builder.waitingCount, bytes: builder.waitingByteCount, at: now)
                || isProgressDue(now),
            !isDelivering.load(ordering: .relaxed)
        else { return }
        isDelivering.store(true, ordering: .relaxed)
        state.pacing.delivered(rows: builder.waitingCount, at: now)
        send(builder.takeSegment(), builder, end: nil)
    }

    /// For documents that make no rows for a long time.
    private func isProgressDue(_ now: Int) -> Bool { state.received > 0 && state.pacing.due(at: now) == 0 }

    /// The network may pause: rows so far are shown anyway.
    private func awaitDue() {
        guard !state.isAwaited else { return }
        state.isAwaited = true
        // Not before the main context can have applied the last delivery: with the next frame.
        context.perform(after: Double(max(16, state.pacing.due(at: now()))) / 1000) { [weak self] in
            self?.state.isAwaited = false
            if self?.state.deliver != nil { self?.deliverIfDue() }
        }
    }

    private func send(_ segment: CatalogueSegment?, _ builder: CatalogueBuilder, end: CatalogueFailure??) {
        let bytes = state.opening.map { FetchProgress(received: state.received, expected: $0.expected) }
        state.deliver?(
            Delivery(
                opening: state.newOpening, segment: segment, facts: builder.facts,
                progress: CatalogueProgress(rows: builder.count - builder.folderCount, bytes: bytes),
                mayBeCutShort: state.mayBeCutShort,
                leadsTo: state.leadsTo, more: end.map { more($0, builder.facts) } ?? NamedDocuments(), end: end))
        state.newOpening = nil
    }

    /// What is meant instead of the document. A folder's URL ends in a slash: asks the disk, on this queue.
    private func target() throws(CatalogueFailure) -> URL? {
        guard let opening = state.opening, let text = state.intake?.builder.facts.leadsTo else { return nil }
        return try Shortcut.target(text, of: opening.url)
    }

    /// The further documents of one that has been read to its end. It needs no photos of its own.
    private func more(_ end: CatalogueFailure?, _ facts: CatalogueFacts) -> NamedDocuments {
        guard let opening = state.opening, end?.isAboutContent != false || facts.isPageWithoutPhotos else {
            return NamedDocuments()
        }
        let base = Catalogue.base(facts, of: opening.url)
        return NamedDocuments(facts.more.addresses(for: opening.url, base: base, links: opening.links))
    }

    private func end(_ failure: CatalogueFailure?) {
        guard state.deliver != nil else { return }
        if failure != nil { state.task?.cancel() }
        state.task = nil
        if isOther { state.intake = nil }
        var builder = state.intake?.builder ?? state.builder ?? CatalogueBuilder()
        state.intake = nil
        state.builder = nil
        send(builder.takeSegment(), builder, end: .some(failure))
        state.deliver = nil
    }
}
