import Foundation
import PhotoCore

/// A collected body, judged as it arrives: usually the fetch ends early.
final class BodyCollector: BodyOutlet {
    /// Receives the results, on any thread.
    struct Listener: Sendable {
        let progress: @Sendable (FetchProgress) -> Void
        let completion: @Sendable (Result<FetchedData, FetchFailure>) -> Void
        /// The experience with the host, and its updates.
        let host: @Sendable () -> HostPolicy
        let learn: @Sendable (HostPolicy.Observation) -> Void
        /// Whether a fetch must leave nothing on disk.
        let isDiscarded: @Sendable (BodyFetch) -> Bool
    }

    private struct State {
        var body = Data()
        var room: BodyRoom
        var judge: BodyJudge
        var saver: BodySaver
        var stored: StoredReply?
        /// The sufficient data, if any.
        var found: FetchedData?
        var isStale = false
        /// Whether the first bytes have been checked for foreign content.
        var isKnownKind = false
        /// The size at which the bytes are shared again.
        var nextShare = 128 << 10
        var lessons: HostLessons
    }
    private let request: FetchRequest
    private let store: HTTPStore?
    private let tracer: Tracer
    private let now: @Sendable () -> Double
    private let listener: Listener
    private let state: Confined<State>

    /// Collects the body of `request` in memory counted by `account`, and stores it in `store`. `check` compares
    /// thumbnails with their photos.
    init(
        _ request: FetchRequest, in context: SerialContext, store: HTTPStore?, check: ThumbnailCheck,
        account: MemoryAccount, tracer: Tracer, now: @escaping @Sendable () -> Double, listener: Listener
    ) {
        self.request = request
        self.store = store
        self.tracer = tracer
        self.now = now
        self.listener = listener
        state = Confined(
            State(
                room: BodyRoom(account), judge: BodyJudge(request, check: check),
                saver: BodySaver(request.url, in: store), lessons: HostLessons(request, learn: listener.learn)),
            to: context)
    }

    // MARK: - What is stored

    func hasRoomToLook(for fetch: BodyFetch) -> Bool {
        guard let count = store?.storedByteCount(for: request.url), count > 0 else { return true }
        return hasRoom(for: min(count, request.limit), total: nil, fetch) { fetch.look() }
    }

    func look() -> FetchActivity.Event {
        let (url, limit) = (request.url, request.limit)
        var verdict = FetchActivity.Verdict.more(upTo: nil)
        if let reply = store?.reply(for: url), reply.body.count <= limit { verdict = hold(reply) }
        // A person may have saved all of it.
        if verdict != .enough, let reply = store?.streamedReply(for: url, limit: limit) { verdict = hold(reply) }
        if verdict != .enough, let part = store?.partialReply(for: url, limit: limit),
            part.reply.body.count > state.body.count
        {
            state.judge.startAgain()
            state.saver.goOn(from: part.reader)
            verdict = hold(part.reply)
        }
        if store != nil, request.wanted != nil { tracer.looked(in: .disk, found: verdict == .enough) }
        return .looked(state.stored?.held, verdict, host: listener.host().plan, now: now())
    }

    private func hold(_ reply: StoredReply) -> FetchActivity.Verdict {
        (state.stored, state.body) = (reply, reply.body)
        guard reply.isWhole else { return judge(FetchActivity(request, isCollected: true, holding: reply.held)) }
        state.found = FetchedData(data: reply.body, url: reply.head.finalURL)
        return .enough
    }

    // MARK: - Events

    func event(of wire: WireEvent, from inflow: FetchFlow, to fetch: BodyFetch) -> FetchActivity.Event? {
        switch wire {
        case .file(let version, let byteCount): return .file(version, byteCount: byteCount)
        case .opened(let head, let observation):
            state.lessons.opened(observation)
            return .opened(head)
        case .bytes(let bytes):
            let count = state.body.count + bytes.count
            guard hasRoom(for: count, total: fetch.activity.total, fetch, goOn: { fetch.goOn() }) else { return nil }
            inflow.taken(bytes.count)
            if fetch.activity.isTakingPiece { return .bytes(bytes, .plain) }
            state.body += bytes
            guard !state.isKnownKind, state.body.count >= ForeignContent.byteCount else { return .bytes(bytes, .plain) }
            state.isKnownKind = ForeignContent.isDecided(by: state.body)
            return .bytes(bytes, kind(fetch))
        case .ended(let end):
            guard end.failure == nil, state.found == nil, !fetch.activity.isTakingPiece else {
                return .ended(end, .plain)
            }
            let kind = state.isKnownKind ? .plain : kind(fetch)
            if kind != .plain || end.isMarked { return .ended(end, kind) }
            let picture = EncodedPicture(state.body)
            return .ended(end, picture.isEndMissing ? .cutShort : picture.showsItsEnd ? .plain : .endless)
        }
    }

    private func hasRoom(
        for count: Int, total: Int?, _ fetch: BodyFetch, goOn: @escaping @Sendable () -> Void
    ) -> Bool {
        let reservation = state.room.make(for: count, total: total) { answer in
            fetch.context.perform {
                if answer == .evicted { fetch.take(.failed(.crowded)) } else { goOn() }
            }
        }
        if reservation == .evicted { fetch.take(.failed(.crowded)) }
        return reservation == .granted
    }

    private func kind(_ fetch: BodyFetch) -> FetchActivity.Content {
        let content = ForeignContent(
            state.body, type: fetch.activity.head?.fields["content-type"], refusesDrawings: request.refusesDrawings)
        // Only who shows it needs a picture that the decoders read. Of a file, the decoder's own failure is remembered.
        let mayBeUnknown = !request.isShown || request.url.isFileURL
        guard let content, content != .unknown || !mayBeUnknown else { return .plain }
        return .foreign(content)
    }

    func carryOut(_ action: FetchActivity.Action, from inflow: FetchFlow, of fetch: BodyFetch) {
        switch action {
        case .begin: startAgain(fetch)
        case .announce(let opening): state.isStale = opening.isStale
        case .giveStored: fetch.take(.storedGiven)
        case .handOver(let bytes) where fetch.activity.isTakingPiece:
            if let progress = state.judge.takePiece(bytes) { listener.progress(progress) }
        case .handOver(let bytes):
            save(bytes, fetch)
            tell(fetch, bytes: shared(), preview: state.judge.newPreview(in: state.body))
        case .judge: fetch.take(.judged(judge(fetch.activity)))
        case .judgePiece: judgePiece(fetch)
        case .save: if !state.saver.save() { beginWriting(fetch) }
        case .learn(let answersRanges): state.lessons.tell(answersRanges: answersRanges)
        case .share: if request.sharesBytes, !state.body.isEmpty { tell(fetch, bytes: state.body) }
        case .end(let failure, let kept): end(failure, kept, fetch)
        case .send, .hangUp, .resume, .renew, .sayUnmarked: break
        }
    }

    private func startAgain(_ fetch: BodyFetch) {
        (state.body, state.found, state.isKnownKind) = (Data(), nil, false)
        state.saver.startAgain()
        state.judge.startAgain()
        tell(fetch)
    }

    private func tell(_ fetch: BodyFetch, bytes: Data? = nil, preview: PixelBuffer? = nil) {
        listener.progress(
            FetchProgress(
                received: state.body.count, expected: fetch.activity.shownTotal, bytes: bytes, preview: preview))
    }

    /// 64 MiB, more than almost all photos have: what grows while a part of it is decoded is copied whole, and the copy
    /// is in no account.
    private static let mostSharedOnTheWay = 64 << 20

    /// The body so far, whenever it has grown by half: decoding each costs at most three times the work.
    private func shared() -> Data? {
        guard request.sharesBytes, (state.nextShare...Self.mostSharedOnTheWay).contains(state.body.count) else {
            return nil
        }
        state.nextShare = min(state.body.count * 3 / 2, Self.mostSharedOnTheWay)
        return state.body
    }

    // MARK: - Judging

    private func judge(_ activity: FetchActivity) -> FetchActivity.Verdict {
        let (answersRanges, head) = (listener.host().answersRanges, activity.head)
        let judgement = state.judge.judge(
            in: state.body, from: head?.finalURL ?? request.url,
            kept: { picture in head.flatMap { store?.piece(at: picture.range, of: $0) } },
            mayBeFetched: { answersRanges && activity.mayAsk(for: $0.range) })
        switch judgement {
        case .enough(let fetched):
            state.found = fetched
            return .enough
        case .distant(let picture): return .piece(picture.range)
        case .more: return .more(upTo: state.judge.lastNeeded(of: activity.total, held: state.body.count))
        }
    }

    private func judgePiece(_ fetch: BodyFetch) {
        let head = fetch.activity.head
        if let (picture, piece) = state.judge.endPiece(),
            let fetched = state.judge.fetched(picture, piece, state.body, head?.finalURL ?? request.url)
        {
            if let head, let store { keep(piece, at: picture.range, of: head, in: store, fetch) }
            state.found = fetched
            return fetch.take(.judged(.enough))
        }
        state.judge.refusePicture()
        fetch.take(.judged(judge(fetch.activity)))
    }

    // MARK: - Storing

    private func save(_ bytes: Data, _ fetch: BodyFetch) {
        let isAwaited = state.saver.add(bytes)
        if state.saver.hasBlock { beginWriting(fetch) }
        guard isAwaited else { return }
        fetch.context.perform(after: StoredStreamWriter.longestWait) { [weak fetch] in fetch?.take(.saveDue) }
    }

    private func beginWriting(_ fetch: BodyFetch) {
        let activity = fetch.activity
        guard let store, let head = activity.head, activity.isResumable, Freshness(head).isStorable,
            !listener.isDiscarded(fetch), max(state.body.count, activity.total ?? 0) <= store.longestBody
        else { return }
        state.saver.begin(head, state.body)
    }

    private func keep(_ kept: FetchActivity.Kept, _ fetch: BodyFetch) {
        defer { state.saver.startAgain() }
        guard let store, let head = fetch.activity.head, !listener.isDiscarded(fetch) else { return }
        var (body, isWhole) = (state.body, true)
        switch kept {
        case .nothing: return
        case .removed: return store.removeBody(of: request.url)
        case .whole: break
        case .beginning(let count, _):
            // The writer has unsound bytes.
            if count < body.count { state.saver.startAgain() }
            (body, isWhole) = (body.prefix(count), false)
        }
        if state.saver.hasMore(than: body.count) { beginWriting(fetch) }
        if isWhole ? state.saver.finish(head) : state.saver.leave() { return }
        let reply = StoredReply(head: head, body: body, isWhole: isWhole)
        if reply != state.stored { store.keep(reply) }
    }

    /// A piece has a file of its own, which does not go with the body's.
    private func keep(
        _ piece: Data, at range: Range<Int>, of head: StoredHead, in store: HTTPStore, _ fetch: BodyFetch
    ) {
        guard !listener.isDiscarded(fetch) else { return }
        store.keep(piece, at: range, of: head)
        // A person may have signed out meanwhile.
        if listener.isDiscarded(fetch) { store.removePiece(at: range, of: head) }
    }

    // MARK: - Ending

    private func end(_ failure: FetchFailure?, _ kept: FetchActivity.Kept, _ fetch: BodyFetch) {
        var result = failure.map { Result<FetchedData, FetchFailure>.failure($0) }
        if result == nil {
            let whole = FetchedData(data: state.body, url: fetch.activity.head?.finalURL ?? request.url)
            var fetched = state.found ?? whole
            state.lessons.tell(fetch.activity, isWhole: fetched.extent == .whole, lookedAt: state.judge.lookedAt)
            if state.isStale { fetched.isStale = true }
            fetched.webDAV = fetch.activity.head?.fields[StoredHead.davField]
            fetched.hold = state.room.hand(over: fetched.data.count)
            result = .success(fetched)
        } else {
            state.room.release()
        }
        // Rows first, then the disk. The next request for this URL waits for the fetch to be removed.
        if let result { listener.completion(result) }
        keep(kept, fetch)
    }
}
