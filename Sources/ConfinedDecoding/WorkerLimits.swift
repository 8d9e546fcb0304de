/// What the program lets one job of a worker cost. It is the program that watches: a worker may be anybody's by then.
public struct WorkerLimits: Sendable {
    /// Pixels of the original. The largest medium format cameras give 150 megapixels.
    public var pixels = 151_000_000
    /// Processor time, of all threads of the worker. A second more than what the worker heeds itself.
    public var processorTime: Duration = .seconds(11)
    /// How long a worker may not answer while it works less than a hundredth of the time: on a machine that is busy
    /// with other things it gets at least that.
    public var silence: Duration = .seconds(10)
    /// The time that a worker gets to stop by itself after a cancellation. With the time to notice it, that is less
    /// than 50 ms.
    public var cancellation: Duration = .milliseconds(30)

    /// The limits of the program.
    public init() {}
}
