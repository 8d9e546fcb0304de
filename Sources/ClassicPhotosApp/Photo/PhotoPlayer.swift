import Foundation
import GLibBridge
import PhotoCore

/// Plays a photo that moves: each frame is decoded while the one before is shown, and shown when its time has come. Ends
/// when it is let go of.
@MainActor
final class PhotoPlayer {
    private let frames: any PhotoFrames
    private let queue: OperationQueue
    private let mainContext: any MainContextPerforming
    private let show: @MainActor (PhotoPlane) -> Void
    private var due: Int?
    private var timer: MainTimer?

    /// Plays `frames` from the first on.
    init(
        _ frames: any PhotoFrames, queue: OperationQueue, mainContext: any MainContextPerforming,
        show: @escaping @MainActor (PhotoPlane) -> Void
    ) {
        self.frames = frames
        self.queue = queue
        self.mainContext = mainContext
        self.show = show
        frames.rewind()
        decodeNext()
    }

    private func decodeNext() {
        queue.addOperation { [weak self, frames, mainContext] in
            let frame = frames.next()
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
        show(frame.plane)
        guard let milliseconds = frame.milliseconds else { return }
        due = time + milliseconds
        decodeNext()
    }
}
