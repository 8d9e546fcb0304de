import Foundation
import PhotoCore

/// One body that is given as it comes, from the network or from disk, and written to disk meanwhile: never in memory as a
/// whole.
///
/// It decides nothing itself: ``RequestPlan`` says what to ask, ``ReplyPlan`` what the reply means.
///
/// @unchecked Sendable: everything that changes is touched on `lane` alone, a serial queue.
final class StreamedFetch: FetchTask, @unchecked Sendable {
    private let request: FetchRequest
    private let network: DataFetcher
    private let store: HTTPStore?
    private let now: @Sendable () -> Double
    private let lane: DispatchQueue
    private let flow: FetchFlow
    private let left: @Sendable (StreamedFetch) -> Void

    // On `lane`.
    private var receive: (@Sendable (FetchEvent) -> Void)?
    private var stored: (any StoredBody)?
    private var writer: StoredStreamWriter?
    /// The head of the body under way; nil for a file's.
    private var head: StoredHead?
    private var file: FetchOpening?
    /// The request under way: events of another number are of one that was given up.
    private var attempt = 0
    private var task: (any FetchTask)?
    private var aim = RequestPlan.Aim.body
    private var byteCount = 0
    /// Where in the body the reply under way ends, as far as it says.
    private var expectedEnd: Int?
    private var isEncoded = false
    /// How many bytes were there before those of the reply under way.
    private var startByteCount = 0
    /// Whether all bytes are surely the body's, and whether something says that they are all.
    private var isSound = true
    private var isMarked = true
    /// Whether a look at what is on no disk yet is due.
    private var isSaveDue = false
    /// Whether what is on disk is being given, and what the network does has to wait for its end.
    private var isServing = false
    private var later: [WireEvent] = []

    init(
        _ request: FetchRequest, network: DataFetcher, store: HTTPStore?, now: @escaping @Sendable () -> Double,
        queue: DispatchQueue, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void,
        left: @escaping @Sendable (StreamedFetch) -> Void
    ) {
        self.request = request
        self.network = network
        self.store = store
        self.now = now
        self.flow = flow
        self.receive = receive
        self.left = left
        lane = DispatchQueue(label: "Stream", target: queue)
    }

    func start() { lane.async { self.begin() } }

    func cancel() { lane.async { self.end(.cancelled) } }

    // MARK: - Asking

    private func begin() {
        stored = store?.openBody(of: request.url)
        let plan = RequestPlan(
            held: stored?.held, suffices: stored?.isWhole == true, revalidates: request.revalidates, host: .whole,
            now: now(), seenSince: request.seenSince)
        switch plan {
        case .use:
            if let stored { giveWhole(stored, isStale: false) }
        case .send(.body, _) where known?.conditions.isEmpty == false: send(.change, known?.conditions ?? [:])
        case .send(let aim, let fields): send(aim, fields)
        }
    }

    /// What whoever asks has already, where nothing on disk says more.
    private var known: BodyVersion? { stored == nil && !request.url.isFileURL ? request.known : nil }

    private func send(_ aim: RequestPlan.Aim, _ fields: [String: String]) {
        self.aim = aim
        attempt += 1
        // A flow of its own: bytes of the network wait for those of the disk.
        let inflow = FetchFlow()
        let wire = WireRequest(url: request.url, fields: fields, limit: request.limit, flow: inflow)
        task = network.send(wire) { [attempt] event in
            self.lane.async { self.take(event, attempt, inflow) }
        }
    }

    private func sendPlainly() {
        task?.cancel()
        stored = nil
        guard case .send(let aim, let fields) = RequestPlan.plain else { return }
        send(aim, fields)
    }

    // MARK: - What comes

    private func take(_ event: WireEvent, _ attempt: Int, _ inflow: FetchFlow) {
        guard attempt == self.attempt, receive != nil else { return }
        if isServing {
            later.append(event)
            if case .bytes(let bytes) = event { lastInflow = (inflow, (lastInflow?.count ?? 0) + bytes.count) }
            return
        }
        switch event {
        case .file(let version, let count): openedFile(version, count)
        case .opened(let head, _): opened(head)
        case .bytes(let bytes):
            give(bytes) { inflow.taken(bytes.count) }
        case .ended(let end): ended(end)
        }
    }

    private var lastInflow: (flow: FetchFlow, count: Int)?

    private func openedFile(_ version: BodyVersion?, _ count: Int?) {
        let isSame = version.flatMap { version in request.known.map { $0.isSame(as: version) } } ?? false
        file = FetchOpening(url: request.url, expected: count, version: version, isUnchanged: isSame)
    }

    private func opened(_ reply: ReplyHead?) {
        guard let reply else {
            let opening = file ?? FetchOpening(url: request.url)
            receive?(.opened(opening))
            if opening.isUnchanged {
                task?.cancel()
                end(nil)
            }
            return
        }
        switch ReplyPlan(to: aim, held: heldReply, head: reply) {
        case .begin(let count, let total): newBody(reply, total: total, count: count)
        case .resume(let count, let total): resume(reply, count: count, total: total)
        case .unchanged: unchanged(reply)
        case .piece: sendPlainly()
        case .startAgain:
            // A 304 about what is not on disk, but known.
            if reply.status == 304, let known, stored == nil { return opened(unchanged: known, url: reply.url) }
            sendPlainly()
        case .refused: end(reply.refusal)
        }
    }

    private var heldReply: HeldReply? { stored?.held }

    private func newBody(_ reply: ReplyHead, total: Int?, count: Int?) {
        isEncoded = reply.isEncoded
        if let total, total > request.limit, !isEncoded { return end(.tooLarge(limit: request.limit)) }
        let head = StoredHead(reply, to: request.url, totalByteCount: isEncoded ? nil : total)
        expectedEnd = isEncoded ? nil : count
        stored = nil
        begin(head, expected: isEncoded ? nil : total, after: nil)
    }

    private func resume(_ reply: ReplyHead, count: Int, total: Int?) {
        guard let stored else { return sendPlainly() }
        if let total, total > request.limit { return end(.tooLarge(limit: request.limit)) }
        expectedEnd = stored.byteCount + count
        startByteCount = stored.byteCount
        begin(stored.head.freshened(by: reply), expected: total, after: stored as? PartialBodyReader)
        isServing = true
        giveNext { [self] in
            isServing = false
            let (events, inflow) = (later, lastInflow)
            (later, lastInflow) = ([], nil)
            for event in events { take(event, attempt, FetchFlow()) }
            if let inflow { inflow.flow.taken(inflow.count) }
        }
    }

    private func begin(_ head: StoredHead, expected: Int?, after beginning: PartialBodyReader?) {
        self.head = head
        if Freshness(head).isStorable {
            writer = store.flatMap {
                StoredStreamWriter(request.url, head, in: $0, after: beginning, isResumable: isResumable)
            }
        } else {
            store?.removeStream(of: request.url)
        }
        receive?(.opened(Self.opening(head, expected: expected, isStale: false)))
    }

    private static func opening(
        _ head: StoredHead, expected: Int?, isUnchanged: Bool = false, isStale: Bool
    ) -> FetchOpening {
        FetchOpening(
            url: head.finalURL, contentType: head.fields["content-type"], expected: expected, version: head.version,
            isUnchanged: isUnchanged, isStale: isStale)
    }

    private func unchanged(_ reply: ReplyHead) {
        guard let stored else { return sendPlainly() }
        task = nil
        attempt += 1
        let head = stored.head.freshened(by: reply)
        stored.renew(head)
        self.head = head
        if let known = request.known, let version = stored.head.version, known.isSame(as: version) {
            receive?(.opened(Self.opening(head, expected: nil, isUnchanged: true, isStale: false)))
            return end(nil)
        }
        giveWhole(stored, isStale: false)
    }

    private func opened(unchanged version: BodyVersion, url: URL) {
        receive?(.opened(FetchOpening(url: url, version: version, isUnchanged: true)))
        end(nil)
    }

    private func ended(_ end: BodyEnd) {
        isSound = end.soundByteCount.map { byteCount <= startByteCount + $0 } ?? true
        if let failure = end.failure { return broken(failure) }
        if let expectedEnd, byteCount != expectedEnd {
            return broken(.cutShort(received: byteCount, expected: expectedEnd))
        }
        if !end.isMarked, file == nil {
            isMarked = false
            receive?(.unmarkedEnd)
        }
        self.end(nil)
    }

    /// The request failed, or its reply broke off.
    private func broken(_ failure: FetchFailure) {
        if byteCount == 0, failure.meansOffline, !request.revalidates, let stored, stored.isWhole,
            Freshness(stored.head).allowsStale
        {
            return giveWhole(stored, isStale: true)
        }
        end(failure)
    }

    // MARK: - Giving

    private func giveWhole(_ stored: any StoredBody, isStale: Bool) {
        receive?(.opened(Self.opening(head ?? stored.head, expected: stored.byteCount, isStale: isStale)))
        giveNext { [self] in end(nil) }
    }

    /// Gives what is on disk, piece by piece.
    private func giveNext(then done: @escaping @Sendable () -> Void) {
        guard receive != nil, let stored else { return }
        guard let piece = stored.next() else {
            guard stored.isIntact() else {
                store?.removeBody(of: request.url)
                return end(.other(reason: "What was kept of it on disk was damaged, and is removed. Try again."))
            }
            return done()
        }
        give(piece) { [self] in
            lane.async { [self] in giveNext(then: done) }
        }
    }

    private func give(_ bytes: Data, goOn: @escaping @Sendable () -> Void) {
        byteCount += bytes.count
        guard byteCount <= request.limit else { return end(.tooLarge(limit: request.limit)) }
        // What is gone on from is there already.
        if !isServing || writer?.continues != true { save(bytes) }
        receive?(.bytes(bytes))
        flow.given(bytes.count, goOn: goOn)
    }

    /// Whether what has come can be gone on from, should it break off.
    private var isResumable: Bool { !isEncoded && head?.strongValidator != nil }

    private func save(_ bytes: Data) {
        writer?.append(bytes)
        guard !isSaveDue, writer?.hasUnsaved == true else { return }
        isSaveDue = true
        lane.asyncAfter(deadline: .now() + StoredStreamWriter.longestWait) { [weak self] in
            self?.isSaveDue = false
            self?.writer?.save()
        }
    }

    // MARK: - Ending

    private func end(_ failure: FetchFailure?) {
        guard let receive else { return }
        self.receive = nil
        attempt += 1
        if failure != nil { task?.cancel() }
        task = nil
        later = []
        receive(.ended(failure))
        keep(isWhole: failure == nil)
        stored = nil
        left(self)
    }

    private func keep(isWhole: Bool) {
        guard let writer, let head else { return }
        self.writer = nil
        if isWhole, isMarked { return writer.finish(head) }
        // What can't be gone on from, or is less than what is there already, is worth nothing. What may be cut short is
        // neither whole nor a beginning.
        let isMore = byteCount > (stored?.byteCount ?? 0)
        let isWorthwhile = !isWhole && isSound && isResumable && (isMore || writer.continues)
        if isWorthwhile { writer.leave() } else { writer.abandon() }
    }
}
