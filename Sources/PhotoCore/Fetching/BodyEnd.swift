/// How a body ended.
public struct BodyEnd: Sendable, Equatable {
    /// Why the body is incomplete; nil if it is complete, as far as known.
    public let failure: FetchFailure?
    /// Whether something marks the end: its length, its last chunk, or the end of its compression. If only the
    /// connection ended, the body may be cut short.
    public let isMarked: Bool
    /// How many of the bytes are certainly the body's, if not all: an error in its form can start before it shows.
    public let soundByteCount: Int?

    /// The body is complete.
    public static let marked = BodyEnd(failure: nil, isMarked: true)
    /// The connection has ended, and nothing marks the end of the body.
    public static let unmarked = BodyEnd(failure: nil, isMarked: false)

    /// An end for this reason.
    public init(failure: FetchFailure?, isMarked: Bool = true, soundByteCount: Int? = nil) {
        self.failure = failure
        self.isMarked = isMarked
        self.soundByteCount = soundByteCount
    }
}
