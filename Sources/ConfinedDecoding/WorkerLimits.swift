import PhotoCore

/// The cost limits of a worker's job. The program enforces them: a worker under attack would not.
public struct WorkerLimits: Sendable {
    /// Pixels of the original. The largest medium format cameras produce 150 megapixels.
    public var pixels = 151_000_000
    /// Processor time, of all threads of the worker: one second more than the worker's own limit.
    public var processorTime: Duration = .seconds(11)
    /// Processor time of a worker in all its jobs, as the kernel limits it.
    public var processorTimeOfAllJobs: Duration = .seconds(WorkerRights.processorSeconds)
    /// How long a worker may give no sign of life: neither a message nor work for a hundredth of this time. Even a busy
    /// machine gives a worker that share of a processor. Pieces of a file are no sign: there is no end to their number.
    public var silence: Duration = .seconds(10)
    /// How long a worker may continue after a cancellation. With the time to notice that, it is less than 50 ms.
    public var cancellation: Duration = .milliseconds(20)

    /// The limits of the program.
    public init() {}
}
