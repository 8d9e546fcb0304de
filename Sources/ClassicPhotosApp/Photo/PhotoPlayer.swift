import Foundation
import GLibBridge
import PhotoCore

/// Plays a photo that moves: each frame is decoded while the one before is shown, and shown when it is due.
/// Ends when it is released.
@MainActor
final class PhotoPlayer {
    private let play: any PhotoFramePlay
    private let queue: OperationQueue
    private let mainContext: any MainContextPerforming
    private let level: @MainActor () -> Int
    private let show: @MainActor ([Int: PhotoPlane]) -> Void
    private let ended = CancellationFlag()
    private var due: Int?
    private var time: PlayTime
    private var timer: MainTimer?

    /// Plays `frames` from the first on, for `time`; `show` gets each, by level of detail, at the `level` that is shown
    /// or finer.
    init(
        _ frames: any PhotoFrames, for time: PlayTime, queue: OperationQueue, mainContext: any MainContextPerforming,
        level: @escaping @MainActor () -> Int, show: @escaping @MainActor ([Int: PhotoPlane]) -> Void
    ) {
        play = frames.play()
        self.time = time
        self.queue = queue
        self.mainContext = mainContext
        self.level = level
        self.show = show
        decodeNext()
    }

    deinit { ended.cancel() }

    private func decodeNext() {
        queue.addOperation { [weak self, play, ended, mainContext, level = level()] in
            let frame = play.next(at: level, isCancelled: { ended.isCancelled })
            mainContext.perform { self?.decoded(frame) }
        }
    }

    private func decoded(_ frame: PhotoAnimationFrame?) {
        guard let frame else { return }
        let now = MonotonicClock.milliseconds
        let wait = max(0, (due ?? now) - now)
        timer = MainTimer(after: wait) { [weak self] in self?.show(frame, at: now + wait) }
    }

    private func show(_ frame: PhotoAnimationFrame, at time: Int) {
        show(frame.planes)
        guard let milliseconds = frame.milliseconds, self.time.goesOn(after: milliseconds) else { return }
        due = time + milliseconds
        decodeNext()
    }
}
