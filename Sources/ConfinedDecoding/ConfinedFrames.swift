import Foundation
import PhotoCore
import Synchronization

/// The frames of a photo that moves. A worker holds them as long as this object lives.
final class ConfinedFrames: PhotoFrames {
    private let session: Session
    private let plays = Atomic<UInt32>(0)

    init(_ worker: WorkerProcess, _ pool: WorkerPool, _ limits: WorkerLimits) {
        session = Session(worker, pool, limits)
    }

    func play() -> any PhotoFramePlay {
        Play(session, plays.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The worker, used by one thread at a time.
    private final class Session: Sendable {
        private let worker: WorkerProcess
        private let pool: WorkerPool
        private let limits: WorkerLimits
        private let isLost = Mutex(false)

        init(_ worker: WorkerProcess, _ pool: WorkerPool, _ limits: WorkerLimits) {
            self.worker = worker
            self.pool = pool
            self.limits = limits
        }

        deinit {
            // The worker drops its frames at the start of the next job.
            if !isLost.withLock({ $0 }) { pool.give(back: worker) }
        }

        func next(_ play: UInt32, _ level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
            isLost.withLock { isLost in
                guard !isLost, !isCancelled() else { return nil }
                var exchange = WorkerExchange(worker, pool, limits, isCancelled: { false })
                switch exchange.frame(play: play, level: level) {
                case .answered(.frame(let layout, let milliseconds), let memory?):
                    return memory.planes(layout).map { PhotoAnimationFrame($0, milliseconds: milliseconds) }
                case .answered(.framesEnded, nil): return nil
                case .answered:
                    _ = worker.finish(killing: true)
                    pool.lost(worker)
                    isLost = true
                case .ended, .endedEarly: isLost = true
                }
                return nil
            }
        }
    }

    private final class Play: PhotoFramePlay {
        private let session: Session
        private let number: UInt32

        init(_ session: Session, _ number: UInt32) {
            self.session = session
            self.number = number
        }

        func next(at level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
            session.next(number, level, isCancelled: isCancelled)
        }
    }
}
