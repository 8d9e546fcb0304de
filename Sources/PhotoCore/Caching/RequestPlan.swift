import Foundation

/// The held part of a reply's body: its first bytes, or all of it.
public struct HeldReply: Sendable, Equatable {
    let head: StoredHead
    /// How many bytes are held, from the first.
    let byteCount: Int
    let isWhole: Bool

    /// `byteCount` bytes of the reply with this head.
    public init(head: StoredHead, byteCount: Int, isWhole: Bool) {
        self.head = head
        self.byteCount = byteCount
        self.isWhole = isWhole
    }
}

/// What to request from a server, given what is held. A pure decision.
public enum RequestPlan: Sendable, Equatable {
    /// The expected reply.
    public enum Aim: Sendable, Equatable {
        /// The whole body.
        case body
        /// This many first bytes.
        case beginning(Int)
        /// The bytes from this offset on.
        case rest(from: Int)
        /// Whether the held body has changed; if so, the new body.
        case change
        /// These bytes, which do not follow the held ones.
        case piece(Range<Int>)

        /// Whether only the first bytes are requested.
        var isBeginning: Bool { if case .beginning = self { true } else { false } }
    }

    /// No request: use what is held.
    case use
    case send(Aim, fields: [String: String])

    /// `suffices`: the held bytes suffice. `revalidates`: a person asks for news (Reload). `host`: the best way to ask
    /// the host. A reply received after `seenSince`, in seconds since 1970, is used unchecked if a check would fetch
    /// all of it again: the person is looking at it.
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

    /// An unconditional request, to start again.
    static let plain = RequestPlan.send(.body, fields: [:])

    /// The missing bytes if the body is unchanged; otherwise all of the new one.
    private static func rest(of held: HeldReply, validator: String) -> RequestPlan {
        .send(.rest(from: held.byteCount), fields: ["Range": "bytes=\(held.byteCount)-", "If-Range": validator])
    }
}

/// The meaning of a reply, given the request and what is held. A pure decision about an untrusted head.
enum ReplyPlan: Sendable, Equatable {
    /// A body follows from its first byte: `count` bytes of `total`, as far as the server says.
    case begin(count: Int?, total: Int?)
    /// The missing bytes follow: `count` of them; the body has `total`.
    case resume(count: Int, total: Int)
    /// The complete requested piece follows.
    case piece
    /// The held body is current.
    case unchanged
    /// An unusable reply: send an unconditional request.
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
        // With an encoding, the ranges count encoded bytes.
        guard let range = head.contentRange, !head.isEncoded,
            head.contentLength.map({ $0 == range.range.count }) ?? true
        else { return aim == .body ? .refused : .startAgain }
        switch aim {
        // Nobody knows whether a part of an unknown total is all there is.
        case .beginning(let count):
            guard range.range.lowerBound == 0, range.range.count <= count, let total = range.total else {
                return .startAgain
            }
            return .begin(count: range.range.count, total: total)
        case .rest(let offset):
            guard let held, held.head.isContinued(by: head), range.range.lowerBound == offset, offset == held.byteCount,
                held.head.totalByteCount == nil || range.total == nil || held.head.totalByteCount == range.total,
                let total = range.total ?? held.head.totalByteCount
            else { return .startAgain }
            return .resume(count: range.range.count, total: total)
        case .piece(let piece):
            guard let held, held.head.isContinued(by: head), range.range == piece,
                held.head.totalByteCount == nil || range.total == nil || held.head.totalByteCount == range.total
            else { return .startAgain }
            return .piece
        case .change: return .startAgain
        case .body: return .refused
        }
    }
}

extension FetchFailure {
    /// Whether nobody answered: a held body may then stand in, stale. A server that answers with an error, or has a
    /// wrong certificate, is there.
    package var meansOffline: Bool {
        switch self {
        case .noNetwork, .cannotConnect, .hostUnknown, .handshakeCut, .timedOut: true
        case .insecure, .unanswerable, .refused, .cutShort, .garbled, .crowded, .foreign, .tooLarge, .tooManyRedirects,
            .redirectRefused, .wrongLength, .headTooLarge, .tooSlow, .unreadableFile, .other, .cancelled:
            false
        }
    }
}
