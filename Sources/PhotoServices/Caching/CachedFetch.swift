import Foundation
import PhotoCore
import Synchronization

/// One fetch: what is held of it is used, gone on from or asked about; what comes is judged and kept.
///
/// It decides nothing itself: ``RequestPlan`` says what to ask, ``ReplyPlan`` what the reply means, ``EnoughBytes`` when
/// to stop. Here is what they decide about, and what is done about it.
///
/// @unchecked Sendable: everything that changes is touched on `lane` alone, a serial queue, but for `remaining` and `wire`,
/// which have locks.
final class CachedFetch: FetchTask, @unchecked Sendable {
    let request: FetchRequest
    private let network: DataFetcher
    private let store: HTTPStore?
    private let now: @Sendable () -> Double
    private let host: @Sendable () -> HostPolicy
    private let learn: @Sendable (HostPolicy.Observation) -> Void
    private let lane: DispatchQueue
    private let progress: @Sendable (FetchProgress) -> Void
    private let left: @Sendable (CachedFetch) -> Void

    /// What `waitsForPerson` asks: `task`, for other threads.
    private let wire = Mutex<(any FetchTask)?>(nil)
    /// Bytes still to come of the reply under way; nil while that is not known, and when it has ended.
    private let remaining = Mutex<Int?>(nil)

    // On `lane`.
    private var completion: (@Sendable (Result<FetchedData, FetchFailure>) -> Void)?
    private var hasStarted = false
    /// What the store has.
    private var stored: StoredReply?
    /// What of it is enough, if it is.
    private var usable: FetchedData?
    /// The request under way: events of another number are of one that was given up.
    private var attempt = 0
    private var task: (any FetchTask)?
    private var aim = RequestPlan.Aim.body
    /// The body under way and its head: nil for a file's, and before there is one.
    private var head: StoredHead?
    private var body = Data()
    private var room: BodyRoom
    private var total: Int?
    private var judge: BodyJudge
    /// Why these bytes are not to be kept or gone on from.
    private var isEncoded = false
    /// How many bytes of the body are surely right, where not all are; 0 where it may lack its end. No more is kept.
    private var soundByteCount: Int?
    /// Whether the first bytes have been looked at for what is no picture.
    private var isKnownKind = false
    /// What is enough, while the few bytes that are left of the reply still come.
    private var sufficient: FetchedData?
    /// Where in the body the reply under way ends, as far as it says.
    private var expectedEnd: Int?
    /// How many bytes there must be before they are shared again.
    private var nextShare = firstShare
    private static let firstShare = 128 << 10
    /// Writes the body as it comes, once it is worth that.
    private var writer: StoredStreamWriter?
    /// What was left on disk of a download that broke off, and is gone on from.
    private var beginning: PartialBodyReader?
    /// How many bytes have come that are on no disk, and whether a look at them is due.
    private var unsavedByteCount = 0
    private var isSaveDue = false
    private var observation = HostPolicy.Observation()
    private var openedAt = ContinuousClock.now
    private var openedWith = 0
    private var finalURL: URL

    init(
        _ request: FetchRequest, network: DataFetcher, store: HTTPStore?, check: ThumbnailCheck, account: BodyAccount,
        now: @escaping @Sendable () -> Double, host: @escaping @Sendable () -> HostPolicy,
        learn: @escaping @Sendable (HostPolicy.Observation) -> Void, queue: DispatchQueue,
        progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void,
        left: @escaping @Sendable (CachedFetch) -> Void
    ) {
        self.request = request
        self.network = network
        self.store = store
        judge = BodyJudge(request, check: check)
        room = BodyRoom(account)
        self.now = now
        self.host = host
        self.learn = learn
        self.progress = progress
        self.completion = completion
        self.left = left
        lane = DispatchQueue(label: "Fetch", target: queue)
        finalURL = request.url
    }

    /// Begins; called once, when no other fetch of the URL is under way.
    func start() { lane.async { self.begin() } }

    func cancel() { lane.async { self.giveUp() } }

    var secondsWorthWaiting: Double? {
        guard let remaining = remaining.withLock({ $0 }) else { return nil }
        return host().secondsWorthWaiting(remaining: remaining)
    }

    var waitsForPerson: Bool { wire.withLock { $0 }?.waitsForPerson ?? false }

    private func noteRemaining() {
        let left = completion == nil ? nil : expectedEnd.map { max(0, $0 - body.count) }
        remaining.withLock { $0 = left }
    }

    // MARK: - Asking

    private func begin() {
        // Cancelled while it waited: that it was told already.
        guard completion != nil else { return left(self) }
        hasStarted = true
        if let reply = store?.reply(for: request.url), reply.body.count <= request.limit { begin(with: reply) }
        // A person may have saved all of it.
        if usable == nil, let reply = store?.streamedReply(for: request.url, limit: request.limit) {
            begin(with: reply)
        }
        if usable == nil, let part = store?.partialReply(for: request.url, limit: request.limit),
            part.reply.body.count > body.count
        {
            judge.startAgain()
            beginning = part.reader
            begin(with: part.reply)
        }
        if store != nil, request.wanted != nil { network.tracer.looked(in: .disk, found: usable != nil) }
        let plan = RequestPlan(
            held: stored?.held, suffices: usable != nil, revalidates: request.revalidates,
            host: request.wanted == nil || request.url.isFileURL ? .whole : host().plan, now: now(),
            seenSince: request.seenSince)
        switch plan {
        case .use: if let usable { succeed(usable) }
        case .send(.rest, _): goOn()
        case .send(let aim, let fields): send(aim, fields)
        }
    }

    private func begin(with stored: StoredReply) {
        self.stored = stored
        (head, body, total) = (stored.head, stored.body, stored.head.totalByteCount)
        finalURL = stored.head.finalURL
        usable = stored.isWhole ? FetchedData(data: body, url: finalURL) : enough()
    }

    private func send(_ aim: RequestPlan.Aim, _ fields: [String: String]) {
        self.aim = aim
        attempt += 1
        var fields = fields
        // Pictures are packed already; and an offset into packed bytes is none into a picture.
        if request.wanted != nil, !request.url.isFileURL { fields["Accept-Encoding"] = "identity" }
        // Bytes for which there is no room yet hold back those behind them.
        let flow = FetchFlow()
        let wire = WireRequest(url: request.url, fields: fields, limit: request.limit, flow: flow, isPaced: true)
        task = network.send(wire) { [attempt] event in
            self.lane.async { self.take(event, attempt, flow) }
        }
        let task = task
        self.wire.withLock { $0 = task }
    }

    private func sendPlainly() {
        task?.cancel()
        guard case .send(let aim, let fields) = RequestPlan.plain else { return }
        send(aim, fields)
    }

    // MARK: - What comes

    private func take(_ event: WireEvent, _ attempt: Int, _ flow: FetchFlow) {
        guard attempt == self.attempt, completion != nil, !room.defers(event) else { return }
        if case .bytes(let bytes) = event {
            let isReserved = room.make(for: body.count + bytes.count, total: isEncoded ? nil : total) { answer in
                self.lane.async { self.roomCame(answer, attempt, flow) }
            }
            switch isReserved {
            case .granted: flow.taken(bytes.count)
            case .waits:
                _ = room.defers(event)
                return
            case .evicted: return fail(.crowded)
            }
        }
        switch event {
        case .file: break
        case .opened(let head, let observation): opened(head, observation)
        case .bytes(let bytes) where judge.distant.isUnderWay: receivedPiece(bytes)
        case .bytes(let bytes): received(bytes)
        case .ended(let end): if judge.distant.isUnderWay { pieceEnded(end.failure) } else { ended(end) }
        }
    }

    private func roomCame(_ answer: BodyAccount.Reservation, _ attempt: Int, _ flow: FetchFlow) {
        guard completion != nil else { return }
        if answer == .evicted { return fail(.crowded) }
        for event in room.endWait() { take(event, attempt, flow) }
    }

    private func opened(_ reply: ReplyHead?, _ observation: HostPolicy.Observation) {
        openedAt = .now
        openedWith = 0
        guard let reply else { return newBody(nil, total: nil, count: nil) }
        self.observation = observation
        let plan = ReplyPlan(to: aim, held: heldReply, head: reply)
        if aim.isBeginning { self.observation.answersRanges = reply.status == 206 && plan != .startAgain }
        if case .rest = aim, reply.status == 206 { self.observation.answersRanges = plan != .startAgain }
        if case .piece = aim {
            if plan == .piece { head = head?.freshened(by: reply) } else { judge.distant.refuse() }
        }
        learnTimes()
        switch plan {
        case .begin(let count, let total): newBody(reply, total: total, count: count)
        case .resume(let count, let total):
            head = head?.freshened(by: reply)
            self.total = total
            openedWith = body.count
            expectedEnd = body.count + count
            noteRemaining()
            if let total, total > request.limit { fail(.tooLarge(limit: request.limit)) }
        case .unchanged:
            guard let usable else { return sendPlainly() }
            head = head?.freshened(by: reply)
            succeed(usable)
        case .piece: expectedEnd = nil
        case .startAgain: sendPlainly()
        case .refused:
            fail(reply.refusal)
        }
    }

    private var heldReply: HeldReply? {
        head.map { HeldReply(head: $0, byteCount: body.count, isWhole: stored?.isWhole == true && usable != nil) }
    }

    private func newBody(_ reply: ReplyHead?, total: Int?, count: Int?) {
        if let total, total > request.limit, reply?.isEncoded != true { return fail(.tooLarge(limit: request.limit)) }
        usable = nil
        sufficient = nil
        soundByteCount = nil
        isKnownKind = false
        writer?.abandon()
        (writer, beginning, unsavedByteCount) = (nil, nil, 0)
        body = Data()
        self.total = total
        isEncoded = reply?.isEncoded ?? false
        expectedEnd = isEncoded ? nil : count
        head = reply.map { StoredHead($0, to: request.url, totalByteCount: isEncoded ? nil : total) }
        finalURL = reply?.url ?? request.url
        judge.startAgain()
        noteRemaining()
        progress(FetchProgress(received: 0, expected: total))
    }

    private func received(_ bytes: Data) {
        body += bytes
        noteRemaining()
        guard body.count <= request.limit else { return fail(.tooLarge(limit: request.limit)) }
        if !isKnownKind, body.count >= ForeignContent.byteCount {
            isKnownKind = true
            if isForeign() { return }
        }
        save(bytes)
        progress(
            FetchProgress(
                received: body.count, expected: total, bytes: shared(), preview: judge.newPreview(in: body)))
        guard sufficient == nil else { return }
        guard let enough = enough() else {
            if judge.distant.wanted != nil { goOn() }
            return
        }
        // So near its end a reply is cheaper to let end than its connection to make anew.
        if let expectedEnd, aim.isBeginning || expectedEnd - body.count <= Self.shortRest {
            sufficient = enough
        } else {
            task?.cancel()
            succeed(enough)
        }
    }

    /// The body so far, each time it is half as long again: whoever decodes each has three times the work at most.
    private func shared() -> Data? {
        guard request.sharesBytes, body.count >= nextShare else { return nil }
        nextShare = body.count * 3 / 2
        return body
    }

    /// 16 KiB are on their way already when the decision to hang up is made.
    private static let shortRest = 16384

    private func ended(_ end: BodyEnd) {
        if let sufficient { return succeed(sufficient) }
        if let sound = end.soundByteCount, end.failure != nil {
            soundByteCount = min(body.count, openedWith + sound)
        }
        if let failure = end.failure { return broken(failure) }
        if !isKnownKind, isForeign() { return }
        if let expectedEnd, body.count != expectedEnd {
            return broken(.cutShort(received: body.count, expected: total ?? expectedEnd))
        }
        if let total, !isEncoded, body.count < total { return goOn() }
        if !end.isMarked, !request.url.isFileURL {
            // The content decides: the connection's end says nothing.
            let picture = EncodedPicture(body)
            if !picture.showsItsEnd { soundByteCount = 0 }
            if picture.isEndMissing { return broken(.cutShort(received: body.count, expected: nil)) }
        }
        succeed(FetchedData(data: body, url: finalURL))
    }

    /// What is held is not enough.
    private func goOn() {
        guard let head, let validator = head.strongValidator else {
            // Nothing would tell whether the rest belongs to it: this host is better asked for all at once.
            observation.answersRanges = false
            learnTimes()
            return sendPlainly()
        }
        task?.cancel()
        if let picture = judge.distant.begin() {
            send(
                .piece(picture.range),
                ["Range": "bytes=\(picture.range.lowerBound)-\(picture.range.upperBound - 1)", "If-Range": validator])
        } else {
            let last = judge.lastNeeded(of: total, held: body.count).map(String.init) ?? ""
            send(.rest(from: body.count), ["Range": "bytes=\(body.count)-\(last)", "If-Range": validator])
        }
    }

    // MARK: - A smaller picture further on

    private func receivedPiece(_ bytes: Data) {
        judge.distant.take(bytes)
        if judge.distant.isTooLong {
            task?.cancel()
            return pieceEnded(nil)
        }
        progress(FetchProgress(received: judge.distant.byteCount, expected: judge.distant.expected))
    }

    private func pieceEnded(_ failure: FetchFailure?) {
        if let failure {
            judge.distant.giveUp()
            return broken(failure)
        }
        if let (picture, piece) = judge.distant.end(), let fetched = judge.fetched(picture, piece, body, finalURL) {
            if let head, let store { store.keep(piece, at: picture.range, of: head) }
            return succeed(fetched)
        }
        judge.refusePicture()
        if let enough = enough() { succeed(enough) } else { goOn() }
    }

    /// Ends the fetch if its first bytes are of something else than a picture, of which the rest need not come.
    private func isForeign() -> Bool {
        guard let content = ForeignContent(body, type: head?.fields["content-type"]) else { return false }
        soundByteCount = 0
        fail(.foreign(content))
        return true
    }

    // MARK: - Keeping what comes

    /// Whether what has come of the body can be gone on from, should it break off.
    private var isWorthSaving: Bool {
        guard let store, let head, !isEncoded, head.strongValidator != nil else { return false }
        return Freshness(head).isStorable && max(body.count, total ?? 0) <= store.longestReply
    }

    /// Keeps what comes when there is a block of it, or when it has waited for long enough.
    private func save(_ bytes: Data) {
        guard store != nil else { return }
        if let writer {
            writer.append(bytes)
        } else {
            unsavedByteCount += bytes.count
            if unsavedByteCount >= StoredStreamWriter.blockByteCount { beginWriting() }
        }
        guard !isSaveDue, writer?.hasUnsaved ?? true else { return }
        isSaveDue = true
        lane.asyncAfter(deadline: .now() + StoredStreamWriter.longestWait) { [weak self] in self?.saveNow() }
    }

    private func saveNow() {
        isSaveDue = false
        guard completion != nil else { return }
        if let writer { writer.save() } else { beginWriting() }
    }

    private func beginWriting() {
        guard writer == nil, isWorthSaving, let store, let head else { return }
        let known = beginning?.byteCount ?? 0
        writer = StoredStreamWriter(request.url, head, in: store, after: beginning)
        beginning = nil
        guard let writer else { return }
        writer.append(writer.continues ? Data(body.dropFirst(known)) : body)
        writer.save()
        unsavedByteCount = 0
    }

    // MARK: - Judging

    /// What is enough, if the body so far is.
    private func enough() -> FetchedData? {
        judge.enough(
            in: body, from: finalURL,
            kept: { picture in head.flatMap { store?.piece(at: picture.range, of: $0) } }, mayBeFetched: mayFetch)
    }

    /// Whether a picture further on can be fetched without what lies before it, and not more of it than of the photo.
    private func mayFetch(_ picture: DistantPicture) -> Bool {
        guard let total, !isEncoded, head?.strongValidator != nil, host().answersRanges else {
            return false
        }
        return picture.range.upperBound <= total && picture.range.count <= (total - body.count) / 2
            && picture.range.lowerBound > body.count
    }

    // MARK: - Ending

    /// The request failed, or its reply broke off.
    private func broken(_ failure: FetchFailure) {
        if failure.meansOffline, !request.revalidates, let usable, let stored, Freshness(stored.head).allowsStale {
            return end(
                .success(FetchedData(data: usable.data, url: usable.url, extent: usable.extent, isStale: true)))
        }
        if request.sharesBytes, !body.isEmpty {
            progress(FetchProgress(received: body.count, expected: total, bytes: body))
        }
        fail(failure)
    }

    private func succeed(_ fetched: FetchedData) {
        learnJudgement(fetched)
        end(.success(fetched))
    }

    private func fail(_ failure: FetchFailure) {
        task?.cancel()
        end(.failure(failure))
    }

    private func giveUp() {
        guard completion != nil else { return }
        task?.cancel()
        if hasStarted {
            end(.failure(.cancelled))
        } else {
            completion?(.failure(.cancelled))
            completion = nil
        }
    }

    private func end(_ result: Result<FetchedData, FetchFailure>) {
        guard let completion else { return }
        self.completion = nil
        task = nil
        room.release()
        noteRemaining()
        // The rows first, then the disk. Who wants this URL next waits for `left`.
        completion(result)
        keep(isWhole: (try? result.get())?.extent == .whole)
        left(self)
    }

    private func keep(isWhole: Bool) {
        guard let store, let head else { return }
        defer {
            writer?.abandon()
            writer = nil
        }
        // An empty body is nothing to show again; one that came instead of what is stored takes its place all the same.
        guard Freshness(head).isStorable, !body.isEmpty || !isWhole else { return store.removeBody(of: request.url) }
        if body.isEmpty { return }
        let isAllStored = stored?.isWhole == true && usable != nil
        if let soundByteCount, !isAllStored {
            writer?.abandon()
            (writer, beginning) = (nil, nil)
            body = body.prefix(soundByteCount)
            // What is stored was of another version, or the beginning of what went wrong.
            if isWhole || body.isEmpty { return store.removeBody(of: request.url) }
        }
        if let beginning, body.count > beginning.byteCount { beginWriting() }
        if let writer, !isAllStored { return isWhole ? writer.finish(head) : writer.leave() }
        let reply = StoredReply(head: head, body: body, isWhole: isWhole || isAllStored)
        if reply == stored { return }
        if !reply.isWhole {
            // Nothing can go on from these; and a whole photo, stale as it is, is worth more than another's beginning.
            if isEncoded || stored?.isWhole == true && head.strongValidator == nil { return }
        }
        store.keep(reply)
    }

    // MARK: - Learning

    private func learnTimes() {
        guard !request.url.isFileURL else { return }
        learn(observation)
        // Each is learned once.
        (observation.connectSeconds, observation.firstByteSeconds) = (nil, nil)
    }

    /// Fewer bytes than this tell of the round trip, not of the bandwidth.
    private static let measurableByteCount = 32768

    private func learnJudgement(_ fetched: FetchedData) {
        guard !request.url.isFileURL, attempt > 0, usable == nil else { return }
        var learned = HostPolicy.Observation()
        let seconds = (ContinuousClock.now - openedAt) / .seconds(1)
        if body.count - openedWith >= Self.measurableByteCount, seconds > 0 {
            learned.bandwidth = Double(body.count - openedWith) / seconds
        }
        // What was resumed was judged before.
        if request.wanted != nil, stored == nil || openedWith == 0 {
            learned.isJudged = true
            learned.sufficientByteCount = fetched.extent == .whole ? nil : judge.lookedAt
        }
        learn(learned)
    }
}
