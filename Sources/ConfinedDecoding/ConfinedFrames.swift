import Foundation
import PhotoCore
import Synchronization

/// The frames of a photo that moves. A worker holds them as long as this object lives.
///
/// A frame that is no longer wanted ends like every job: if it continues, its worker is killed. The next play then has
/// another worker, which begins with the photo's bytes.
final class ConfinedFrames: PhotoFrames {
    /// Decodes the photo again, in a worker that holds its frames from then on; nil if cancelled, or if that fails.
    typealias Remake = @Sendable (_ isCancelled: () -> Bool) -> WorkerProcess?

    private let session: Session
    private let plays = Atomic<UInt32>(0)

    /// The frames of a photo of `size`, stored in `worker`.
    init(
        _ worker: WorkerProcess, of size: PixelSize, _ pool: WorkerPool, _ limits: WorkerLimits,
        remake: @escaping Remake
    ) {
        session = Session(worker, size, pool, limits, remake)
    }

    func play() -> any PhotoFramePlay {
        Play(session, plays.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The worker, used by one thread at a time.
    private final class Session: Sendable {
        private enum State {
            case holds(WorkerProcess)
            /// Its worker was killed for a frame that nobody wanted.
            case givenUp
            /// The frames ended their worker.
            case failed
        }
        private let size: PixelSize
        private let pool: WorkerPool
        private let limits: WorkerLimits
        private let remake: Remake
        private let state: Mutex<State>

        init(
            _ worker: WorkerProcess, _ size: PixelSize, _ pool: WorkerPool, _ limits: WorkerLimits,
            _ remake: @escaping Remake
        ) {
            self.size = size
            self.pool = pool
            self.limits = limits
            self.remake = remake
            state = Mutex(.holds(worker))
        }

        deinit {
            // The worker drops its frames at the start of the next job.
            state.withLock { if case .holds(let worker) = $0 { pool.give(back: worker) } }
        }

        func next(_ play: UInt32, _ level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
            state.withLock { state in
                guard !isCancelled(), let worker = worker(&state, isCancelled) else { return nil }
                return withoutActuallyEscaping(isCancelled) { isCancelled in
                    var exchange = WorkerExchange(worker, pool, limits, isCancelled: isCancelled)
                    switch exchange.frame(of: size, play: play, level: level) {
                    case .answered(.frame(let layout, let milliseconds), let memory?) where layout.fit(size):
                        return memory.planes(layout).map { PhotoAnimationFrame($0, milliseconds: milliseconds) }
                    case .answered(.framesEnded, nil): return nil
                    case .answered:
                        // The reply is not the photo's: the worker is no longer trusted.
                        _ = worker.finish(killing: true)
                        pool.lost(worker)
                        state = .failed
                    case .ended(.cancelled): state = .givenUp
                    case .ended, .endedEarly: state = .failed
                    }
                    return nil
                }
            }
        }

        private func worker(_ state: inout State, _ isCancelled: () -> Bool) -> WorkerProcess? {
            switch state {
            case .holds(let worker): return worker
            case .failed: return nil
            case .givenUp:
                let worker = remake(isCancelled)
                if let worker { state = .holds(worker) }
                return worker
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
