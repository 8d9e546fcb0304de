import Foundation
import PhotoCore
import Synchronization

/// Runs jobs in workers, one worker per job, and remembers the pictures that made one crash. May be used from any
/// number of threads; blocks the calling one.
final class WorkerJobs: Sendable {
    /// The number of workers to try, if each ends before it sees the picture.
    static let mostTries = 3

    let pool: WorkerPool
    let limits: WorkerLimits
    private let kills: MemoryKills
    private let crashed = Mutex(CrashedPictures())

    init(_ pool: WorkerPool, _ limits: WorkerLimits, kills: MemoryKills = .shared) {
        self.pool = pool
        self.limits = limits
        self.kills = kills
    }

    /// Forgets crashes: all pictures may be decoded again.
    func forgetCrashes() { crashed.withLock { $0.forget() } }

    /// Returns the result of `read`, which receives the reply to `task` on `data`, and returns nil if the reply does
    /// not fit. If the worker holds an animation, `read` also receives the worker, and must give it back. `piece`
    /// receives the pieces of a file, and returns false to cancel the job, which throws `.cancelled`.
    func run<Value>(
        _ task: DecodeTask, _ kind: WorkerKind, _ data: [Data], memory: CInt = -1,
        size: (PixelSize) -> PixelSize = { $0 }, isCancelled: () -> Bool, piece: (Data) -> Bool = { _ in true },
        _ read: (DecodeReply, SharedMapping?, WorkerProcess?) -> Value?
    ) throws(DecodeFailure) -> Value {
        let first = data.first
        if let first, let failure = crashed.withLock({ $0.failure(of: first, in: kind) }) { throw failure }
        func note(_ failure: DecodeFailure) {
            // A picture whose worker was killed is not at fault: memory runs out for the whole machine.
            guard let first, failure != .cancelled, failure != .killed, failure != .outOfMemory else { return }
            crashed.withLock { $0.note(first, in: kind, failure) }
        }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(DecodeFailure) in
            for _ in 0..<Self.mostTries {
                let worker = try pool.lease(kind, isCancelled: isCancelled)
                var exchange = WorkerExchange(worker, pool, limits, kills: kills, isCancelled: isCancelled)
                switch exchange.run(task, data, memory: memory, size: size, piece: piece) {
                case .endedEarly: continue
                case .ended(let failure):
                    note(failure)
                    throw failure
                case .answered(.failed(let failure), _):
                    pool.give(back: worker)
                    throw failure
                case .answered(let reply, let memory):
                    let moves = if case .photo(let photo) = reply { photo.moves } else { false }
                    guard let value = read(reply, memory, moves ? worker : nil) else {
                        // The reply does not fit the request: the worker is no longer trusted, with any job.
                        _ = worker.finish(killing: true)
                        pool.lost(worker)
                        note(.crashed)
                        throw .crashed
                    }
                    if moves { pool.keep(worker) } else { pool.give(back: worker) }
                    return value
                }
            }
            throw .unreadable(reason: localized("The decoder does not start."))
        }
    }
}
