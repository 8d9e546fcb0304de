/// How a body ended.
public struct BodyEnd: Sendable, Equatable {
    /// Why it is not all of the body; nil where it is, as far as can be known.
    public let failure: FetchFailure?
    /// Whether something says that it is all: its length, its last chunk, the end of what it is packed in. Where only
    /// the connection has ended, the body may be cut short.
    public let isMarked: Bool
    /// How many of the bytes given are surely the body's, where not all are: what is wrong with its form may have begun
    /// before it showed.
    public let soundByteCount: Int?

    /// All of it is there.
    public static let marked = BodyEnd(failure: nil, isMarked: true)
    /// The connection has ended, and nothing says whether the body has.
    public static let unmarked = BodyEnd(failure: nil, isMarked: false)

    /// An end for this reason.
    public init(failure: FetchFailure?, isMarked: Bool = true, soundByteCount: Int? = nil) {
        self.failure = failure
        self.isMarked = isMarked
        self.soundByteCount = soundByteCount
    }
}
