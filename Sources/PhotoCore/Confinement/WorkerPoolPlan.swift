/// Decides which workers start, which job each gets, and which end: events in, actions out.
///
/// Each job has a worker to itself. Workers live for many jobs, because starting one takes longer than most jobs. One
/// worker of the common kind is always prepared, so that the next job after a crash finds one.
public struct WorkerPoolPlan: Sendable {
    /// A worker: a number that is never used again.
    public typealias Worker = Int
    /// A job that waits for a worker or has one: a number that is never used again.
    public typealias Job = Int

    /// What the pool must do.
    public enum Action: Sendable, Equatable {
        /// Start a worker; then call ``WorkerPoolPlan/started(_:_:)`` or ``WorkerPoolPlan/startFailed(_:)``.
        case start(WorkerKind)
        /// Give the worker to the job until it is given back or lost.
        case give(Worker, Job)
        /// End an unused worker.
        case end(Worker)
        /// Refuse the job: it has no worker, and will get none.
        case refuse(Job)
    }

    /// A worker is replaced after this number of jobs, which ends leaks and anything that hides in its memory.
    static let mostJobs = 1000
    /// After this number of failed starts in a row, waiting jobs are refused.
    static let mostFailures = 3

    private struct Process {
        let kind: WorkerKind
        var isBusy = false
        /// Whether it holds a photo that moves, or an archive: it belongs to one job, and does not count among the
        /// workers at work.
        var isKept = false
        var jobs = 0
    }
    private struct Waiter {
        let job: Job
        let kind: WorkerKind
    }

    /// The most workers at work at once.
    private let most: Int
    /// The number of workers of the common kind that stay when none is at work.
    private let kept: Int
    private var processes: [Worker: Process] = [:]
    private var waiters: [Waiter] = []
    private var starting: [WorkerKind: Int] = [:]
    private var failures = 0

    /// A pool of `most` workers at work at once, and a prepared one. Of the common kind, `kept` and the prepared one
    /// stay.
    public init(most: Int, kept: Int? = nil) {
        self.most = max(1, most)
        self.kept = min(max(1, kept ?? most), self.most)
    }

    // MARK: - Events

    /// The first event, if a worker must be prepared before there is a job.
    public mutating func began() -> [Action] { settled() }

    /// A job needs a worker.
    public mutating func asked(_ job: Job, _ kind: WorkerKind) -> [Action] {
        waiters.append(Waiter(job: job, kind: kind))
        return settled()
    }

    /// A waiting job no longer needs a worker.
    public mutating func withdrawn(_ job: Job) -> [Action] {
        waiters.removeAll { $0.job == job }
        return settled()
    }

    /// A worker was started.
    public mutating func started(_ worker: Worker, _ kind: WorkerKind) -> [Action] {
        starting[kind, default: 1] -= 1
        processes[worker] = Process(kind: kind)
        let actions = settled()
        // The job that needed it may have been withdrawn since.
        guard idle(kind).count > idleLimit(kind) else { return actions }
        processes[worker] = nil
        return actions + [.end(worker)]
    }

    /// A worker could not be started.
    public mutating func startFailed(_ kind: WorkerKind) -> [Action] {
        starting[kind, default: 1] -= 1
        failures += 1
        guard failures >= Self.mostFailures else { return settled() }
        defer { waiters = [] }
        return waiters.map { .refuse($0.job) }
    }

    /// A worker has reported that it is ready: earlier failures no longer count.
    public mutating func provedSound() { failures = 0 }

    /// A worker is free again.
    public mutating func returned(_ worker: Worker) -> [Action] {
        guard var process = processes[worker] else { return settled() }
        process.isBusy = false
        process.isKept = false
        process.jobs += 1
        processes[worker] = process
        guard process.jobs >= Self.mostJobs || idle(process.kind).count > idleLimit(process.kind) else {
            return settled()
        }
        processes[worker] = nil
        return [.end(worker)] + settled()
    }

    /// A worker keeps its animation or its archive: it stays with its job, and another worker may work at the same
    /// time.
    public mutating func kept(_ worker: Worker) -> [Action] {
        processes[worker]?.isKept = true
        return settled()
    }

    /// A worker has ended, or was killed. `early` means that it was not ready yet.
    public mutating func lost(_ worker: Worker, early: Bool = false) -> [Action] {
        processes[worker] = nil
        if early { failures += 1 }
        guard early, failures >= Self.mostFailures else { return settled() }
        defer { waiters = [] }
        return waiters.map { .refuse($0.job) }
    }

    // MARK: - Decisions

    private func idle(_ kind: WorkerKind) -> [Worker] {
        processes.filter { $0.value.kind == kind && !$0.value.isBusy && !$0.value.isKept }.keys.sorted()
    }

    private func idleLimit(_ kind: WorkerKind) -> Int {
        if kind == .common { return kept + 1 }
        // Several photos of an archive are read at once, each for a short time.
        return kind == .archives ? kept : 1
    }

    /// The number of workers with jobs that end.
    private var working: Int { processes.values.count { $0.isBusy && !$0.isKept } }

    /// All actions that are possible now: first come, first served, but no job waits for a worker of another kind.
    private mutating func settled() -> [Action] {
        var actions: [Action] = []
        var left: [Waiter] = []
        var wanted: [WorkerKind: Int] = [:]
        for waiter in waiters {
            guard working < most, let worker = idle(waiter.kind).first else {
                wanted[waiter.kind, default: 0] += 1
                left.append(waiter)
                continue
            }
            processes[worker]?.isBusy = true
            actions.append(.give(worker, waiter.job))
        }
        waiters = left
        for kind in WorkerKind.allCases {
            // Busy workers return: the pool starts only as many more as may work at the same time.
            var needed = min(wanted[kind, default: 0], most - working)
            if kind == .common, failures < Self.mostFailures { needed = max(needed, 1) }
            let missing = needed - idle(kind).count - starting[kind, default: 0]
            guard missing > 0 else { continue }
            starting[kind, default: 0] += missing
            actions += Array(repeating: .start(kind), count: missing)
        }
        return actions
    }
}
