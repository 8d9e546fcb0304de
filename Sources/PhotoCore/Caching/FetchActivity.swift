import Foundation

/// The next step of one fetch: events in, actions out. A pure value; a shell carries out the actions in order.
///
/// A streamed body is handed over as it arrives. A collected body is judged as it arrives: it, or a piece of it, may
/// suffice before it is complete.
package struct FetchActivity: Sendable {
    private enum Phase { case asking, givingStored, over }

    private let request: FetchRequest
    package let isCollected: Bool
    private var phase = Phase.asking
    private var aim = RequestPlan.Aim.body
    private var stored: HeldReply?
    /// Whether the stored body suffices, and nothing has replaced it.
    private var suffices = false
    private var body: BodyUnderWay
    private var file: FetchOpening?
    private var pieceByteCount = 0
    private var isRefusedPieces = false
    /// The last byte that the current request asks for; nil for all that follow.
    private var lastAsked: Int?

    /// This close to its end, finishing a reply is cheaper than a new connection: 16 KiB are in transit when the
    /// decision to hang up is made.
    static let shortRest = 16384
    /// A server that gives less than it is asked for gives at least this much, or the fetch breaks off: the limits of a
    /// reply's pace and time say nothing of one byte in each of many replies.
    static let shortestPart = 16384

    /// A fetch that has not started, with the body `held` on disk. A streamed body always arrives whole, whatever part
    /// `request` wants.
    package init(_ request: FetchRequest, isCollected: Bool, holding held: HeldReply? = nil) {
        self.request = request
        body = held.map { BodyUnderWay($0) } ?? BodyUnderWay()
        self.isCollected = isCollected
    }

    /// The fetch has ended; further events do nothing.
    package var isOver: Bool { phase == .over }
    package var head: StoredHead? { body.head }
    var byteCount: Int { body.byteCount }
    /// How many bytes the current reply has brought.
    package var newByteCount: Int { body.byteCount - body.start }
    /// The final byte count to show to a person; for an encoded body, the server's figure.
    package var shownTotal: Int? { body.shownTotal }
    /// The final byte count, if known.
    package var total: Int? { body.total }
    /// How many bytes of the current reply are still missing.
    package var remaining: Int? { isOver ? nil : body.expectedEnd.map { max(0, $0 - body.byteCount) } }
    /// Whether the arriving bytes belong to a piece, not to the body.
    package var isTakingPiece: Bool { if case .piece = aim { true } else { false } }
    /// Whether the body can be resumed if it breaks off.
    package var isResumable: Bool { body.isResumable }
    /// Whether the end reveals how much of a photo of this host suffices: not if that was known before.
    package var isLesson: Bool { !isFile && !suffices && (stored == nil || body.start == 0) }
    /// Whether the end reveals the host's speed.
    package var isMeasured: Bool { !isFile && !suffices }

    private var isFile: Bool {
        request.url.isFileURL || ArchiveMember.isNamed(by: request.url) || DataAddress.isNamed(by: request.url)
    }

    /// Whether a piece further on can be fetched on its own, and is at most half of what is missing.
    package func mayAsk(for piece: Range<Int>) -> Bool { !isRefusedPieces && body.mayAsk(for: piece) }

    package mutating func take(_ event: Event) -> [Action] {
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

    /// The version that the caller has, unless the disk says more.
    private var known: BodyVersion? { isCollected || isFile || stored != nil ? nil : request.known }

    private mutating func send(
        _ aim: RequestPlan.Aim, _ fields: [String: String], upTo last: Int? = nil
    ) -> [Action] {
        (self.aim, lastAsked) = (aim, last)
        if case .beginning(let count) = aim { lastAsked = count - 1 }
        pieceByteCount = 0
        var fields = fields
        // Pictures are already compressed, and an offset into a compressed body is none into a picture.
        if isCollected, request.wanted != nil, !isFile { fields["Accept-Encoding"] = "identity" }
        return [.send(aim, fields)]
    }

    private mutating func sendPlainly() -> [Action] { send(.body, [:]) }

    /// The bytes so far do not suffice.
    private mutating func goOn() -> [Action] {
        guard let validator = body.head?.strongValidator else {
            // Nothing would prove that the rest matches: this host is better asked for everything at once.
            return [.learn(answersRanges: false)] + sendPlainly()
        }
        var last: Int?
        switch body.verdict {
        case .piece(let range):
            let field = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
            return send(.piece(range), ["Range": field, "If-Range": validator])
        case .more(let needed): last = needed
        case .enough: break
        }
        let field = "bytes=\(body.byteCount)-\(last.map(String.init) ?? "")"
        return send(.rest(from: body.byteCount), ["Range": field, "If-Range": validator], upTo: last)
    }

    // MARK: - Replies

    /// The body that a reply's head is compared with.
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
            // A 304 about a version that the caller knows, but the disk lacks.
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
        body = BodyUnderWay(head: head, shownTotal: total, isEncoded: isEncoded, expectedEnd: isEncoded ? nil : count)
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
            isUnchanged: isUnchanged, isStale: isStale, links: head.fields["link"])
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
            let isAllAsked = lastAsked.map { body.byteCount > $0 } ?? false
            guard isCollected, isAllAsked || newByteCount >= Self.shortestPart else {
                return broken(.cutShort(received: body.byteCount, expected: total))
            }
            return goOn()
        }
        guard !end.isMarked, !isFile else { return self.end(nil) }
        // The content decides: the end of the connection proves nothing.
        if content != .plain || !isCollected { body.soundByteCount = 0 }
        // libsoup takes a head that breaks off behind its status as complete: no bytes are no body.
        if content == .cutShort || body.byteCount == 0 {
            body.soundByteCount = 0
            return broken(.cutShort(received: body.byteCount, expected: nil))
        }
        return (isCollected ? [] : [.sayUnmarked]) + self.end(nil)
    }

    /// The rest of a body that is no picture is not needed.
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
        // A whole body that suffices stays, whatever happened to the request.
        let isStoredLeft = suffices && isStoredWhole
        if isStoredLeft { body.soundByteCount = nil }
        let isWhole = isStoredLeft || failure == nil && !body.isEnough && !suffices
        let kept =
            isCollected ? body.kept(collected: isWhole, isStoredWhole: isStoredWhole) : body.kept(streamed: isWhole)
        return (failure == nil ? [] : [.hangUp]) + [.end(failure, kept)]
    }
}
