/// Whether a body comes at all: a server may send a byte now and then, so that no time-out ever fires. A pure value.
public struct BodyPace: Sendable, Equatable {
    /// Seconds between two looks at a body.
    public static let seconds = 120
    /// 1 KiB in that time: a network of the slowest kind brings a thousand times as much.
    static let fewestBytes = 1024

    private var received = 0

    /// A body of which nothing has come.
    public init() {}

    /// Takes a look, after `seconds`, at a body of which `received` bytes have come; returns whether it is to be given
    /// up.
    public mutating func isTooSlow(received: Int) -> Bool {
        defer { self.received = received }
        return received - self.received < Self.fewestBytes
    }
}
