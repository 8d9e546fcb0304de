import Foundation
import PhotoCore
import Synchronization

/// The workers: carries out the decisions of WorkerPoolPlan. May be used from any number of threads.
///
/// @unchecked Sendable: `state` has a lock; everything else is constant.
public final class WorkerPool: @unchecked Sendable {
    /// How often a waiting caller checks for cancellation.
    private static let pollMilliseconds = 10

    private enum Answer {
        case given(WorkerProcess)
        case refused
    }
    private struct State {
        var plan: WorkerPoolPlan
        var workers: [Int: WorkerProcess] = [:]
        var answers: [Int: Answer] = [:]
        var waiting: [Int: DispatchSemaphore] = [:]
        var lastNumber = 0
        var fences: WorkerFences?

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }
    private let program: DecoderProgram
    private let mostHanded: Int
    private let state: Mutex<State>
    /// Nil only while this object is made.
    private let rest = Mutex<InputRest?>(nil)

    /// The workers in addition to those for rows, one per core: for the photo of a page, and for comparing and writing.
    private static let besideRows = 2

    /// A pool of workers that run `program`: one per core, and two more when all are busy.
    public convenience init(_ program: DecoderProgram) {
        let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
        self.init(program, WorkerPoolPlan(most: cores + Self.besideRows, kept: cores))
    }

    /// The same with at most `most` workers at work at once.
    public convenience init(_ program: DecoderProgram, most: Int) { self.init(program, WorkerPoolPlan(most: most)) }

    /// The same. Calls `inputsRested` on any thread when the memory of unused inputs has been given back to the system.
    convenience init(_ program: DecoderProgram, most: Int, inputsRested: @escaping @Sendable () -> Void) {
        self.init(program, WorkerPoolPlan(most: most), inputsRested: inputsRested)
    }

    /// The same. Replaces a worker that has got more than `mostHanded` bytes of pictures in memory of their own.
    convenience init(_ program: DecoderProgram, most: Int, mostHanded: Int) {
        self.init(program, WorkerPoolPlan(most: most), mostHanded: mostHanded)
    }

    private init(
        _ program: DecoderProgram, _ plan: WorkerPoolPlan, mostHanded: Int = WorkerRights.handedByteCount,
        inputsRested: @escaping @Sendable () -> Void = {}
    ) {
        self.program = program
        self.mostHanded = mostHanded
        state = Mutex(State(plan: plan))
        rest.withLock { rest in
            rest = InputRest { [weak self] in
                self?.inputs ?? []
            } rested: { [inputsRested] in
                inputsRested()
            }
        }
    }

    /// The memory through which the workers get rows' pictures.
    var inputs: [WorkerInput] { state.withLock { $0.workers.values.map(\.input) } }

    /// Starts a worker for the first job, unless one exists.
    public func prepare() { decide { $0.began() } }

    /// The fences that the first worker reported; nil before it is ready.
    public var fences: WorkerFences? { state.withLock { $0.fences } }

    /// The process numbers of all workers.
    public var processes: [pid_t] { state.withLock { $0.workers.values.map(\.process).sorted() } }

    // MARK: - Leases

    /// Returns a worker for this caller alone, until it is given back, kept or lost. Blocks.
    func lease(_ kind: WorkerKind, isCancelled: () -> Bool) throws(DecodeFailure) -> WorkerProcess {
        while true {
            let worker = try next(kind, isCancelled: isCancelled)
            // An idle worker that has ended fails no job: another replaces it.
            guard worker.hasEnded else { return worker }
            _ = worker.finish(killing: false)
            lost(worker)
        }
    }

    private func next(_ kind: WorkerKind, isCancelled: () -> Bool) throws(DecodeFailure) -> WorkerProcess {
        let arrived = DispatchSemaphore(value: 0)
        let job = state.withLock { state in
            let job = state.nextNumber()
            state.waiting[job] = arrived
            return job
        }
        decide { $0.asked(job, kind) }
        while arrived.wait(timeout: .now() + .milliseconds(Self.pollMilliseconds)) == .timedOut {
            guard isCancelled() else { continue }
            // A worker that has just arrived is not lost.
            if case .given(let worker)? = take(job) {
                give(back: worker)
            } else {
                decide { $0.withdrawn(job) }
            }
            throw .cancelled
        }
        switch take(job) {
        case .given(let worker)?: return worker
        case .refused?, nil: throw .unreadable(reason: localized("The decoder does not start."))
        }
    }

    private func take(_ job: Int) -> Answer? {
        state.withLock { state in
            state.waiting[job] = nil
            return state.answers.removeValue(forKey: job)
        }
    }

    /// Notes that the worker is ready, and its fences.
    func becameReady(_ worker: WorkerProcess, _ fences: WorkerFences) {
        worker.becameReady()
        state.withLock { state in
            state.fences = state.fences ?? fences
            state.plan.provedSound()
        }
    }

    /// Notes that the worker is free for the next job.
    func give(back worker: WorkerProcess) {
        guard worker.handedByteCount <= mostHanded else {
            _ = worker.finish(killing: true)
            return lost(worker)
        }
        if !worker.input.isEmpty { rest.withLock { $0 }?.schedule() }
        decide { $0.returned(worker.number) }
    }

    /// Notes that the worker holds a photo that moves, or an archive, until it is given back.
    func keep(_ worker: WorkerProcess) { decide { $0.kept(worker.number) } }

    /// Notes that the worker has ended.
    func lost(_ worker: WorkerProcess) {
        let isEarly = !worker.isReady && !worker.wasKilledByOthers
        state.withLock { $0.workers[worker.number] = nil }
        decide { $0.lost(worker.number, early: isEarly) }
    }

    // MARK: - Carrying out the plan

    private func decide(_ event: (inout WorkerPoolPlan) -> [WorkerPoolPlan.Action]) {
        // The plan and the answers have one lock: a given worker is in place before the next event.
        let rest = state.withLock { state in
            event(&state.plan).compactMap { action -> (@Sendable () -> Void)? in
                switch action {
                case .start(let kind):
                    let number = state.nextNumber()
                    return { SpawningThread.shared.perform { [weak self] in self?.start(kind, number) } }
                case .give(let number, let job):
                    guard let worker = state.workers[number] else { return nil }
                    // The caller was cancelled, and will withdraw: the next caller gets the worker.
                    return Self.answer(.given(worker), to: job, &state) ?? { self.give(back: worker) }
                case .refuse(let job): return Self.answer(.refused, to: job, &state)
                case .end(let number):
                    let worker = state.workers.removeValue(forKey: number)
                    // Killing and waiting happen outside of the lock.
                    return { _ = worker?.finish(killing: true) }
                }
            }
        }
        for work in rest { work() }
    }

    private static func answer(_ answer: Answer, to job: Int, _ state: inout State) -> (@Sendable () -> Void)? {
        guard let waiting = state.waiting[job] else { return nil }
        state.answers[job] = answer
        return { waiting.signal() }
    }

    private func start(_ kind: WorkerKind, _ number: Int) {
        guard let worker = WorkerProcess(program, kind, number: number) else {
            return decide { $0.startFailed(kind) }
        }
        state.withLock { $0.workers[number] = worker }
        decide { $0.started(number, kind) }
    }
}
