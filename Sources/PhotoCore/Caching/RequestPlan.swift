import Foundation

/// What is held of a reply's body: its first bytes, or all of it.
public struct HeldReply: Sendable, Equatable {
    /// What is kept of the reply's head.
    let head: StoredHead
    /// How many bytes are held, from the first on.
    let byteCount: Int
    /// Whether these are all.
    let isWhole: Bool

    /// `byteCount` bytes of the reply with this head.
    public init(head: StoredHead, byteCount: Int, isWhole: Bool) {
        self.head = head
        self.byteCount = byteCount
        self.isWhole = isWhole
    }
}

/// What to ask a server for, given what is held. A pure decision.
public enum RequestPlan: Sendable, Equatable {
    /// What the reply should be.
    public enum Aim: Sendable, Equatable {
        /// The whole body.
        case body
        /// The first so many bytes.
        case beginning(Int)
        /// The bytes from this offset on.
        case rest(from: Int)
        /// Whether what is held has changed; if so, the body.
        case change
        /// These bytes, which do not follow those held.
        case piece(Range<Int>)

        /// Whether only the first bytes are asked for.
        var isBeginning: Bool { if case .beginning = self { true } else { false } }
    }

    /// Nothing: what is held may be used as it is.
    case use
    /// This, with these request fields.
    case send(Aim, fields: [String: String])

    /// `suffices` is whether the bytes held are enough; `revalidates` whether a person wants to know (Reload); `host`
    /// what the host's photos are best asked for. What was received after `seenSince`, in seconds since 1970, is used
    /// as it is where all of it would have to come again to tell whether it has changed: the person looks at it.
    init(
        held: HeldReply?, suffices: Bool, revalidates: Bool, host: HostPolicy.Plan, now: Double,
        seenSince: Double? = nil
    ) {
        if let held, suffices {
            let conditions = held.head.conditions
            let isSeen = seenSince.map { ($0...max($0, now)).contains(held.head.receivedAt) } ?? false
            if !revalidates, isSeen && conditions.isEmpty || Freshness(held.head).isFresh(at: now) {
                self = .use
                return
            }
            if !conditions.isEmpty {
                self = .send(.change, fields: conditions)
                return
            }
        } else if let held, !held.isWhole, held.byteCount > 0, let validator = held.head.strongValidator {
            self = .rest(of: held, validator: validator)
            return
        }
        switch host {
        case .whole: self = .plain
        case .range(let first): self = .send(.beginning(first), fields: ["Range": "bytes=0-\(first - 1)"])
        }
    }

    /// A request without conditions: what starting again means.
    static let plain = RequestPlan.send(.body, fields: [:])

    /// If the body is still the one held, what is missing of it; otherwise all of the new one.
    private static func rest(of held: HeldReply, validator: String) -> RequestPlan {
        .send(
            .rest(from: held.byteCount), fields: ["Range": "bytes=\(held.byteCount)-", "If-Range": validator])
    }
}

/// What a reply means, given what was asked and what is held. A pure decision, about a head that can't be trusted.
enum ReplyPlan: Sendable, Equatable {
    /// Here comes a body from its first byte: `count` bytes of `total`, as far as the server says.
    case begin(count: Int?, total: Int?)
    /// Here come the bytes that were missing: `count` of them; the body has `total`.
    case resume(count: Int, total: Int?)
    /// Here come the bytes of the piece that was asked for, all of them.
    case piece
    /// What is held is what the server has.
    case unchanged
    /// This is not what was asked for, nor can it be used: ask again, plainly.
    case startAgain
    /// The server refuses.
    case refused

    /// The meaning of a reply with this head to a request with this aim.
    init(to aim: RequestPlan.Aim, held: HeldReply?, head: ReplyHead) {
        switch head.status {
        case 206: self = Self.partial(aim, held, head)
        case 200..<300: self = .begin(count: head.contentLength, total: head.contentLength)
        case 304:
            if aim == .change, let held, held.head.isSame(as: head) {
                self = .unchanged
            } else {
                self = aim == .body ? .refused : .startAgain
            }
        case 416:
            switch aim {
            case .rest, .beginning, .piece: self = .startAgain
            case .body, .change: self = .refused
            }
        default: self = .refused
        }
    }

    private static func partial(_ aim: RequestPlan.Aim, _ held: HeldReply?, _ head: ReplyHead) -> ReplyPlan {
        // Bytes of an encoding would be ranges of the encoded form.
        guard let range = head.contentRange, !head.isEncoded,
            head.contentLength.map({ $0 == range.range.count }) ?? true
        else { return aim == .body ? .refused : .startAgain }
        switch aim {
        case .beginning(let count):
            guard range.range.lowerBound == 0, range.range.count <= count else { return .startAgain }
            return .begin(count: range.range.count, total: range.total)
        case .rest(let offset):
            guard let held, held.head.isSame(as: head), range.range.lowerBound == offset, offset == held.byteCount,
                held.head.totalByteCount == nil || range.total == nil || held.head.totalByteCount == range.total
            else { return .startAgain }
            return .resume(count: range.range.count, total: range.total ?? held.head.totalByteCount)
        case .piece(let piece):
            guard let held, held.head.isSame(as: head), range.range == piece,
                held.head.totalByteCount == nil || range.total == nil || held.head.totalByteCount == range.total
            else { return .startAgain }
            return .piece
        case .change: return .startAgain
        case .body: return .refused
        }
    }
}

extension FetchFailure {
    /// Whether nobody answered: then what is held may stand in, stale. A server that answers with an error, or whose
    /// certificate is wrong, is there.
    var meansOffline: Bool {
        switch self {
        case .noNetwork, .cannotConnect, .hostUnknown, .timedOut: true
        case .insecure, .unanswerable, .refused, .cutShort, .garbled, .crowded, .foreign, .tooLarge, .tooManyRedirects,
            .redirectRefused,
            .wrongLength, .headTooLarge, .tooSlow, .unreadableFile, .other, .cancelled:
            false
        }
    }
}
