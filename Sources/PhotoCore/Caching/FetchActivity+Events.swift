import Foundation

extension FetchActivity {
    /// What is thought of the bytes of a body that are there.
    public enum Verdict: Sendable, Equatable {
        /// They suffice.
        case enough
        /// They do not; the next judgement takes those up to this one, or all of them.
        case more(upTo: Int?)
        /// These would, which lie further on.
        case piece(Range<Int>)
    }

    /// What the bytes of a body say of it themselves.
    public enum Content: Sendable, Equatable {
        /// Nothing that would matter.
        case plain
        /// It is no picture.
        case foreign(ForeignContent)
        /// A picture that says nothing of its end.
        case endless
        /// A picture that lacks its end.
        case cutShort
    }

    /// What happens to a fetch.
    public enum Event: Sendable, Equatable {
        /// It begins. This is what is kept of the body, and what is thought of that; this is how the host's photos are
        /// best asked for, `now` in seconds since 1970.
        case looked(HeldReply?, Verdict, host: HostPolicy.Plan, now: Double)
        /// A file is there, of this version and length.
        case file(BodyVersion?, byteCount: Int?)
        /// The reply has begun, or the file is open, which has no head.
        case opened(ReplyHead?)
        /// More of the body has come, or of the piece, or of what is stored.
        case bytes(Data, Content)
        /// What is thought of the bytes that are there: the answer to ``Action/judge`` and ``Action/judgePiece``.
        case judged(Verdict)
        /// The reply has ended.
        case ended(BodyEnd, Content)
        /// All that is stored has been handed over.
        case storedGiven
        /// What has come has waited long enough to be written.
        case saveDue
        /// It is given up, for this reason: cancelled, crowded out, or what is stored is damaged.
        case failed(FetchFailure)
    }

    /// What to do about it.
    public enum Action: Sendable, Equatable {
        /// Ask, with these fields, and give up what was asked before.
        case send(RequestPlan.Aim, [String: String])
        /// Give up what was asked.
        case hangUp
        /// A body begins, with its first byte: forget another's. A file's has no head.
        case begin(StoredHead?)
        /// The bytes after those stored follow: go on with the body on disk.
        case resume(StoredHead)
        /// What is stored is still right, with this head.
        case renew(StoredHead)
        /// Say what comes.
        case announce(FetchOpening)
        /// Hand over what is stored, before anything that comes meanwhile.
        case giveStored
        /// Hand these bytes over.
        case handOver(Data)
        /// Judge the bytes that are there.
        case judge
        /// Judge the piece that was asked for; or, if it is no picture of the photo, the bytes that are there without
        /// it.
        case judgePiece
        /// Write what has come to disk.
        case save
        /// Note what the reply taught of the host.
        case learn(answersRanges: Bool?)
        /// Say that nothing tells whether the body is all there.
        case sayUnmarked
        /// Share what has come, for more will not.
        case share
        /// Tell the end, then set the disk right.
        case end(FetchFailure?, Kept)
    }

    /// What becomes of a body on disk when its fetch has ended.
    public enum Kept: Sendable, Equatable {
        /// What is there stays; of this one nothing does.
        case nothing
        /// Neither this one nor another.
        case removed
        /// All of it.
        case whole
        /// So many of its first bytes, which may be more than what was there before.
        case beginning(Int, isMore: Bool)
    }
}
