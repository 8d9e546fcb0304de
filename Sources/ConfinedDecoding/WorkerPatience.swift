/// Decides when a worker has used up its processor time, or has given no sign of life for too long. A pure value.
struct WorkerPatience {
    private let limits: WorkerLimits
    /// Processor time of the worker as the job began.
    private let start: Duration
    /// The same at the last sign of life.
    private var atSign: Duration
    private var lastSign: ContinuousClock.Instant

    /// A job begins at `now`, after the worker has used `processorTime`.
    init(_ limits: WorkerLimits, processorTime: Duration, at now: ContinuousClock.Instant) {
        self.limits = limits
        (start, atSign, lastSign) = (processorTime, processorTime, now)
    }

    /// The worker has taken or sent a message.
    mutating func sign(at now: ContinuousClock.Instant) { lastSign = now }

    /// The program itself has spent this time on what the worker sent: it is not the worker's silence.
    mutating func excuse(_ time: Duration) { lastSign += time }

    /// The worker is ready: what it used to start is no work.
    mutating func isReady(processorTime: Duration?) { atSign = processorTime ?? start }

    /// Whether it has given no sign of life for too long.
    func isSilent(at now: ContinuousClock.Instant) -> Bool { now - lastSign > limits.silence }

    /// Whether to end the worker, which has used `processorTime`; nil if that is unknown.
    mutating func isOver(at now: ContinuousClock.Instant, processorTime: Duration?) -> Bool {
        let used = processorTime ?? atSign
        // A worker that only waits also uses a little processor time.
        if used - atSign > limits.silence / 100 { (atSign, lastSign) = (used, now) }
        return used - start > limits.processorTime || isSilent(at: now)
    }
}
