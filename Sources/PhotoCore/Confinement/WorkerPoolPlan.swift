/// Which decoder processes are started, which job each gets, and which are ended: events in, actions out.
///
/// Each job has a process to itself. Processes live for many jobs, for starting one takes longer than most jobs do. One
/// of the common kind is always prepared, so that the next job after a crash finds one.
public struct WorkerPoolPlan: Sendable {
    /// A process: a number that is never used again.
    public typealias Worker = Int
    /// What waits for one, or has one: likewise.
    public typealias Job = Int

    /// What is to be done.
    public enum Action: Sendable, Equatable {
        /// Start a process; then say ``WorkerPoolPlan/started(_:_:)`` or ``WorkerPoolPlan/startFailed(_:)``.
        case start(WorkerKind)
        /// The job has this process until it is given back or lost.
        case give(Worker, Job)
        /// End a process that nobody uses.
        case end(Worker)
        /// There is no process for this job, nor will there be one.
        case refuse(Job)
    }

    /// A process is replaced after this number of jobs: leaks, and anything that hides in its memory, end with it.
    static let mostJobs = 1000
    /// After this number of failed starts in a row, waiting jobs are refused.
    static let mostFailures = 3

    private struct Process {
        let kind: WorkerKind
        var isBusy = false
        /// Whether it holds a photo that moves: it is nobody else's, and does not count among those at work.
        var isKept = false
        var jobs = 0
    }
    private struct Waiter {
        let job: Job
        let kind: WorkerKind
    }

    /// How many work at once.
    private let most: Int
    /// How many of the common kind stay when nothing works.
    private let kept: Int
    private var processes: [Worker: Process] = [:]
    private var waiters: [Waiter] = []
    private var starting: [WorkerKind: Int] = [:]
    private var failures = 0

    /// A pool of `most` processes at work at once, and a prepared one; of the common kind `kept` and that one stay.
    public init(most: Int, kept: Int? = nil) {
        self.most = max(1, most)
        self.kept = min(max(1, kept ?? most), self.most)
    }

    // MARK: - Events

    /// The first, where something is to be prepared before there is a job.
    public mutating func began() -> [Action] { settled() }

    /// A job wants a process.
    public mutating func asked(_ job: Job, _ kind: WorkerKind) -> [Action] {
        waiters.append(Waiter(job: job, kind: kind))
        return settled()
    }

    /// A job that waits wants none any more.
    public mutating func withdrawn(_ job: Job) -> [Action] {
        waiters.removeAll { $0.job == job }
        return settled()
    }

    /// A process was started.
    public mutating func started(_ worker: Worker, _ kind: WorkerKind) -> [Action] {
        starting[kind, default: 1] -= 1
        processes[worker] = Process(kind: kind)
        let actions = settled()
        // Who wanted it may have withdrawn since.
        guard idle(kind).count > idleLimit(kind) else { return actions }
        processes[worker] = nil
        return actions + [.end(worker)]
    }

    /// No process could be started.
    public mutating func startFailed(_ kind: WorkerKind) -> [Action] {
        starting[kind, default: 1] -= 1
        failures += 1
        guard failures >= Self.mostFailures else { return settled() }
        defer { waiters = [] }
        return waiters.map { .refuse($0.job) }
    }

    /// A process has said that it is ready: it was worth starting.
    public mutating func provedSound() { failures = 0 }

    /// A process is free again.
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

    /// A process keeps its animation: it stays with its job, and others may work at the same time.
    public mutating func kept(_ worker: Worker) -> [Action] {
        processes[worker]?.isKept = true
        return settled()
    }

    /// A process has ended, or was killed. `early` is for one that ended before it was ready.
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

    private func idleLimit(_ kind: WorkerKind) -> Int { kind == .common ? kept + 1 : 1 }

    /// How many work on jobs that end.
    private var working: Int { processes.values.count { $0.isBusy && !$0.isKept } }

    /// All that can be done now: first come, first served, but nobody waits for a process of another's kind.
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
            // Busy ones return: start only as many more as may work at the same time.
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
