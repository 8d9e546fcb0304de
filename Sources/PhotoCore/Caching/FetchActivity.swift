import Foundation

/// What one fetch does next, whatever happens: events in, actions out. A pure value; a shell carries the actions out,
/// in order.
///
/// A body is either streamed, and handed over as it comes; or collected, and judged as it comes: it may suffice before
/// it is whole, and pieces of it may.
public struct FetchActivity: Sendable {
    private enum Phase { case asking, givingStored, over }

    private let request: FetchRequest
    /// Whether the body is collected.
    public let isCollected: Bool
    private var phase = Phase.asking
    private var aim = RequestPlan.Aim.body
    private var stored: HeldReply?
    /// Whether what is stored suffices, and nothing else has come instead of it.
    private var suffices = false
    private var body: BodyUnderWay
    private var file: FetchOpening?
    private var pieceByteCount = 0
    private var isRefusedPieces = false

    /// So near its end a reply is cheaper to let end than its connection to make anew: 16 KiB are on their way already
    /// when the decision to hang up is made.
    static let shortRest = 16384

    /// Nothing has happened; what is `held` is there. A streamed body comes whole, whatever `request` wants of a photo.
    public init(_ request: FetchRequest, isCollected: Bool, holding held: HeldReply? = nil) {
        self.request = request
        body = held.map { BodyUnderWay($0) } ?? BodyUnderWay()
        self.isCollected = isCollected
    }

    /// The fetch has ended; nothing that happens matters any more.
    public var isOver: Bool { phase == .over }
    /// What is kept of the head of the body under way.
    public var head: StoredHead? { body.head }
    /// How many bytes of the body are there.
    var byteCount: Int { body.byteCount }
    /// How many came with the reply under way.
    public var newByteCount: Int { body.byteCount - body.start }
    /// How many there will be, for a person to see: of an encoded body, what the server says.
    public var shownTotal: Int? { body.shownTotal }
    /// How many there will be, where that is known.
    public var total: Int? { body.total }
    /// How many bytes of the reply under way are still to come.
    public var remaining: Int? { isOver ? nil : body.expectedEnd.map { max(0, $0 - body.byteCount) } }
    /// Whether the bytes that come are those of a piece, and not of the body.
    public var isTakingPiece: Bool { if case .piece = aim { true } else { false } }
    /// Whether what has come can be gone on from, should it break off.
    public var isResumable: Bool { body.isResumable }
    /// Whether the end tells how much of a photo of this host suffices: not where that was known before.
    public var isLesson: Bool { !isFile && !suffices && (stored == nil || body.start == 0) }
    /// Whether the end tells how fast the host is.
    public var isMeasured: Bool { !isFile && !suffices }

    private var isFile: Bool { request.url.isFileURL }

    /// Whether a piece further on can be fetched without what lies before it, and is not more than half of what is
    /// missing.
    public func mayAsk(for piece: Range<Int>) -> Bool { !isRefusedPieces && body.mayAsk(for: piece) }

    /// Takes in what has happened.
    public mutating func take(_ event: Event) -> [Action] {
        if isOver { return [] }
        switch event {
        case .looked(let held, let verdict, let host, let now): return looked(held, verdict, host, now)
        case .file(let version, let byteCount):
            let isSame = version.flatMap { version in request.known.map { $0.isSame(as: version) } } ?? false
            file = FetchOpening(url: request.url, expected: byteCount, version: version, isUnchanged: isSame)
            return []
        case .opened(let head): return phase == .asking ? head.map { opened($0) } ?? openedFile() : []
        case .bytes(let bytes, let content): return received(bytes, content)
        case .judged(let verdict): return judged(verdict)
        case .ended(let end, let content): return phase == .asking ? ended(end, content) : []
        case .storedGiven: return phase == .givingStored ? end(nil) : []
        case .saveDue: return [.save]
        case .failed(let failure): return end(failure)
        }
    }

    // MARK: - Asking

    private mutating func looked(
        _ held: HeldReply?, _ verdict: Verdict, _ host: HostPolicy.Plan, _ now: Double
    ) -> [Action] {
        stored = held
        suffices = held != nil && verdict == .enough
        if isCollected, let held { body = BodyUnderWay(held) }
        body.verdict = verdict
        let plan = RequestPlan(
            held: held, suffices: suffices, revalidates: request.revalidates,
            host: isCollected && request.wanted != nil && !isFile ? host : .whole, now: now,
            seenSince: request.seenSince)
        switch plan {
        case .use: return giveStored(isStale: false)
        case .send(.rest, _) where isCollected: return goOn()
        case .send(.body, _) where known?.conditions.isEmpty == false: return send(.change, known?.conditions ?? [:])
        case .send(let aim, let fields): return send(aim, fields)
        }
    }

    /// What the one who asks has already, where nothing on disk says more.
    private var known: BodyVersion? { isCollected || isFile || stored != nil ? nil : request.known }

    private mutating func send(_ aim: RequestPlan.Aim, _ fields: [String: String]) -> [Action] {
        self.aim = aim
        pieceByteCount = 0
        var fields = fields
        // Pictures are packed already; and an offset into packed bytes is none into a picture.
        if isCollected, request.wanted != nil, !isFile { fields["Accept-Encoding"] = "identity" }
        return [.send(aim, fields)]
    }

    private mutating func sendPlainly() -> [Action] { send(.body, [:]) }

    /// What is there is not enough.
    private mutating func goOn() -> [Action] {
        guard let validator = body.head?.strongValidator else {
            // Nothing would tell whether the rest belongs to it: this host is better asked for all at once.
            return [.learn(answersRanges: false)] + sendPlainly()
        }
        var last = ""
        switch body.verdict {
        case .piece(let range):
            let field = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
            return send(.piece(range), ["Range": field, "If-Range": validator])
        case .more(let needed?): last = String(needed)
        case .more(nil), .enough: break
        }
        return send(.rest(from: body.byteCount), ["Range": "bytes=\(body.byteCount)-\(last)", "If-Range": validator])
    }

    // MARK: - Replies

    /// What a reply's head is compared with.
    private var held: HeldReply? {
        guard isCollected else { return stored }
        return body.head.map { HeldReply(head: $0, byteCount: body.byteCount, isWhole: suffices && isStoredWhole) }
    }

    private var isStoredWhole: Bool { stored?.isWhole == true }

    private mutating func openedFile() -> [Action] {
        body = BodyUnderWay()
        suffices = false
        guard !isCollected else { return [.begin(nil)] }
        let opening = file ?? FetchOpening(url: request.url)
        return [.announce(opening)] + (opening.isUnchanged ? [.hangUp] + end(nil) : [])
    }

    private mutating func opened(_ reply: ReplyHead) -> [Action] {
        let plan = ReplyPlan(to: aim, held: held, head: reply)
        let lesson = isCollected ? [Action.learn(answersRanges: answersRanges(reply, plan))] : []
        if isTakingPiece, plan != .piece { (isRefusedPieces, aim) = (true, .body) }
        switch plan {
        case .begin(let count, let total): return lesson + begin(reply, count: count, total: total)
        case .resume(let count, let total): return lesson + resume(reply, count: count, total: total)
        case .unchanged: return lesson + unchanged(reply)
        case .piece:
            (body.head, body.expectedEnd) = (body.head?.freshened(by: reply), nil)
            return lesson
        case .startAgain:
            // A 304 about what is not on disk, but known.
            guard reply.status == 304, let known else { return lesson + sendPlainly() }
            return [.announce(FetchOpening(url: reply.url, version: known, isUnchanged: true))] + end(nil)
        case .refused: return lesson + end(reply.refusal)
        }
    }

    private func answersRanges(_ reply: ReplyHead, _ plan: ReplyPlan) -> Bool? {
        switch aim {
        case .beginning: reply.status == 206 && plan != .startAgain
        case .rest where reply.status == 206: plan != .startAgain
        case .rest, .body, .change, .piece: nil
        }
    }

    private mutating func begin(_ reply: ReplyHead, count: Int?, total: Int?) -> [Action] {
        let isEncoded = reply.isEncoded
        if let total, total > request.limit, !isEncoded { return end(.tooLarge(limit: request.limit)) }
        let head = StoredHead(reply, to: request.url, totalByteCount: isEncoded ? nil : total)
        body = BodyUnderWay(
            head: head, shownTotal: total, isEncoded: isEncoded, expectedEnd: isEncoded ? nil : count)
        suffices = false
        return [.begin(head)] + announce(head, expected: self.total)
    }

    private mutating func resume(_ reply: ReplyHead, count: Int, total: Int?) -> [Action] {
        guard let held else { return sendPlainly() }
        let head = held.head.freshened(by: reply)
        (body.head, body.shownTotal) = (head, total)
        (body.start, body.expectedEnd) = (held.byteCount, held.byteCount + count)
        if let total, total > request.limit { return end(.tooLarge(limit: request.limit)) }
        return isCollected ? [] : [.resume(head)] + announce(head, expected: total) + [.giveStored]
    }

    private mutating func unchanged(_ reply: ReplyHead) -> [Action] {
        guard suffices, let head = held?.head.freshened(by: reply) else { return sendPlainly() }
        body.head = head
        if !isCollected, let known = request.known, let version = stored?.head.version, known.isSame(as: version) {
            return [.renew(head)] + announce(head, expected: nil, isUnchanged: true) + end(nil)
        }
        return [.renew(head)] + giveStored(isStale: false)
    }

    private mutating func giveStored(isStale: Bool) -> [Action] {
        guard let stored else { return sendPlainly() }
        phase = .givingStored
        let opening = Self.opening(body.head ?? stored.head, expected: stored.byteCount, isStale: isStale)
        return [.announce(opening), .giveStored]
    }

    private func announce(_ head: StoredHead, expected: Int?, isUnchanged: Bool = false) -> [Action] {
        isCollected ? [] : [.announce(Self.opening(head, expected: expected, isUnchanged: isUnchanged))]
    }

    private static func opening(
        _ head: StoredHead, expected: Int?, isUnchanged: Bool = false, isStale: Bool = false
    ) -> FetchOpening {
        FetchOpening(
            url: head.finalURL, contentType: head.fields["content-type"], expected: expected, version: head.version,
            isUnchanged: isUnchanged, isStale: isStale)
    }

    // MARK: - Bytes

    private mutating func received(_ bytes: Data, _ content: Content) -> [Action] {
        if case .piece(let range) = aim {
            pieceByteCount += bytes.count
            return [.handOver(bytes)] + (pieceByteCount > range.count ? [.hangUp, .judgePiece] : [])
        }
        body.byteCount += bytes.count
        guard body.byteCount <= request.limit else { return end(.tooLarge(limit: request.limit)) }
        if case .foreign(let content) = content { return foreign(content) }
        return [.handOver(bytes)] + (isCollected && !body.isEnough ? [.judge] : [])
    }

    private mutating func judged(_ verdict: Verdict) -> [Action] {
        body.verdict = verdict
        guard verdict == .enough else {
            if case .more = verdict, !isTakingPiece { return [] }
            return goOn()
        }
        body.isEnough = true
        if isTakingPiece { return end(nil) }
        if let end = body.expectedEnd, aim.isBeginning || end - body.byteCount <= Self.shortRest { return [] }
        return [.hangUp] + end(nil)
    }

    // MARK: - Ends

    private mutating func ended(_ end: BodyEnd, _ content: Content) -> [Action] {
        if isTakingPiece {
            guard let failure = end.failure else { return [.judgePiece] }
            return broken(failure)
        }
        if body.isEnough { return self.end(nil) }
        if let failure = end.failure {
            body.soundByteCount = end.soundByteCount.map { min(body.byteCount, body.start + $0) }
            return broken(failure)
        }
        if case .foreign(let content) = content { return foreign(content) }
        if let expected = body.expectedEnd, body.byteCount != expected {
            return broken(.cutShort(received: body.byteCount, expected: body.shownTotal ?? expected))
        }
        if let total, body.byteCount < total {
            return isCollected ? goOn() : broken(.cutShort(received: body.byteCount, expected: total))
        }
        guard !end.isMarked, !isFile else { return self.end(nil) }
        // The content decides: the connection's end says nothing.
        if content != .plain || !isCollected { body.soundByteCount = 0 }
        if content == .cutShort { return broken(.cutShort(received: body.byteCount, expected: nil)) }
        return (isCollected ? [] : [.sayUnmarked]) + self.end(nil)
    }

    /// The rest of what is no picture need not come.
    private mutating func foreign(_ content: ForeignContent) -> [Action] {
        body.soundByteCount = 0
        return end(.foreign(content))
    }

    /// The request failed, or its reply broke off.
    private mutating func broken(_ failure: FetchFailure) -> [Action] {
        if failure.meansOffline, !request.revalidates, suffices, let stored, Freshness(stored.head).allowsStale {
            return giveStored(isStale: true)
        }
        return [.share] + end(failure)
    }

    private mutating func end(_ failure: FetchFailure?) -> [Action] {
        phase = .over
        // What suffices and is whole stays, whatever became of what was asked.
        let isStoredLeft = suffices && isStoredWhole
        if isStoredLeft { body.soundByteCount = nil }
        let isWhole = isStoredLeft || failure == nil && !body.isEnough && !suffices
        let kept =
            isCollected ? body.kept(collected: isWhole, isStoredWhole: isStoredWhole) : body.kept(streamed: isWhole)
        return (failure == nil ? [] : [.hangUp]) + [.end(failure, kept)]
    }
}
