/// The interim replies (1xx: RFC 9110, 15.2) that come before a reply. A pure value.
public struct InterimReplies: Sendable, Equatable {
    /// 16: a server sends one or two, or one in a while to say that it is still at work. More is a storm.
    static let most = 16

    private var count = 0

    /// None has come.
    public init() {}

    /// Takes in one more; returns why the request is to be given up, if it is.
    public mutating func take(status: Int) -> FetchFailure? {
        count += 1
        if status == 101 {
            return .other(reason: "The server changes to another protocol, which nobody asked for (101).")
        }
        return count > Self.most ? .other(reason: "The server sends interim replies without end (\(status)).") : nil
    }
}
