import Foundation

extension FetchActivity {
    /// A judgement on the bytes of a body so far.
    public enum Verdict: Sendable, Equatable {
        /// They suffice.
        case enough
        /// They do not suffice. The next judgement takes the bytes up to this one, or all.
        case more(upTo: Int?)
        /// This piece further on would suffice.
        case piece(Range<Int>)
    }

    /// What a body's bytes reveal.
    public enum Content: Sendable, Equatable {
        /// Nothing of importance.
        case plain
        /// It is no picture.
        case foreign(ForeignContent)
        /// A picture without a marked end.
        case endless
        /// A picture that lacks its end.
        case cutShort
    }

    /// An event of a fetch.
    public enum Event: Sendable, Equatable {
        /// The start, with the body on disk, its verdict, the best way to ask the host, and `now` in seconds since
        /// 1970.
        case looked(HeldReply?, Verdict, host: HostPolicy.Plan, now: Double)
        /// A file exists, with this version and length.
        case file(BodyVersion?, byteCount: Int?)
        /// The reply has begun, or a file is open, which has no head.
        case opened(ReplyHead?)
        /// More bytes of the body, of the piece, or of the stored body have arrived.
        case bytes(Data, Content)
        /// The answer to ``Action/judge`` or ``Action/judgePiece``.
        case judged(Verdict)
        /// The reply has ended.
        case ended(BodyEnd, Content)
        /// The stored body has been handed over.
        case storedGiven
        /// Received bytes have waited long enough to be written.
        case saveDue
        /// The fetch is given up: cancelled, crowded out, or the stored body is damaged.
        case failed(FetchFailure)
    }

    /// A reaction to an event.
    public enum Action: Sendable, Equatable {
        /// Send a request with these fields, and give up the previous one.
        case send(RequestPlan.Aim, [String: String])
        /// Give up the current request.
        case hangUp
        /// A body begins with its first byte: drop any older one. A file's body has no head.
        case begin(StoredHead?)
        /// The bytes after the stored ones follow: continue the body on disk.
        case resume(StoredHead)
        /// The stored body is still valid, with this head.
        case renew(StoredHead)
        /// Announce the opening.
        case announce(FetchOpening)
        /// Hand over the stored body before anything that arrives meanwhile.
        case giveStored
        /// Hand these bytes over.
        case handOver(Data)
        /// Judge the bytes so far.
        case judge
        /// Judge the requested piece or, if it is no picture of the photo, the bytes without it.
        case judgePiece
        /// Write the received bytes to disk.
        case save
        /// Record what the reply reveals about the host.
        case learn(answersRanges: Bool?)
        /// Report that nothing marks the end of the body.
        case sayUnmarked
        /// Share the received bytes, because no more will follow.
        case share
        /// Report the end, then update the disk.
        case end(FetchFailure?, Kept)
    }

    /// What happens to a body on disk when its fetch ends.
    public enum Kept: Sendable, Equatable {
        /// Nothing of this body is kept; an older one stays.
        case nothing
        /// Neither this body nor an older one is kept.
        case removed
        /// All of it is kept.
        case whole
        /// This many first bytes are kept; `isMore`: more than before.
        case beginning(Int, isMore: Bool)
    }
}
