import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// The frames of a GdkPixbufAnimation on a virtual clock: each is requested after the previous one was shown.
final class PixbufFrames: PhotoFrames, Sendable {
    private let animation: Shared
    private let profile: Data?

    /// @unchecked Sendable: its object is used only under `lock`, because its iterators draw on the animation's data.
    private final class Shared: @unchecked Sendable {
        let object: ObjectReference
        let lock = Mutex(())

        init(_ object: ObjectReference) { self.object = object }
    }

    init(_ animation: ObjectReference, profile: Data?) {
        self.animation = Shared(animation)
        self.profile = profile
    }

    func play() -> any PhotoFramePlay { Play(animation, profile) }

    /// @unchecked Sendable: `state` is used only under the animation's lock.
    private final class Play: PhotoFramePlay, @unchecked Sendable {
        private struct State {
            var iterator: ObjectReference?
            /// The animation's virtual time, in milliseconds.
            var time = 0
            var isOver = false
        }
        private let animation: Shared
        private let profile: Data?
        private var state = State()

        /// Like browsers, shows frames shorter than 20 ms for 100: many were made when nothing was faster.
        private static let shortest = 20
        private static let instead = 100

        init(_ animation: Shared, _ profile: Data?) {
            self.animation = animation
            self.profile = profile
        }

        func next(at level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
            let drawn: (pixels: PixbufPixels, milliseconds: Int?)? = animation.lock.withLock { _ in
                isCancelled() ? nil : draw()
            }
            guard let drawn else { return nil }
            return withoutActuallyEscaping(isCancelled) { isCancelled in
                let watch = DecodeWatch(budget: .seconds(10), isCancelled: isCancelled)
                return planes(of: drawn.pixels, watch).map {
                    PhotoAnimationFrame($0, milliseconds: drawn.milliseconds).reduced(to: level)
                }
            }
        }

        /// The next frame, copied: the iterator draws over it.
        private func draw() -> (pixels: PixbufPixels, milliseconds: Int?)? {
            guard !state.isOver else { return nil }
            if let iterator = state.iterator {
                // The WebP loader still returns a frame at its very end, and so never reaches the last one.
                animation_advance(iterator.opaque, state.time + 1)
            } else {
                state.iterator = animation_begin(animation.object.opaque)
                    .map { ObjectReference(taking: UnsafeMutableRawPointer($0)) }
            }
            guard let iterator = state.iterator, let pixbuf = gdk_pixbuf_animation_iter_get_pixbuf(iterator.opaque)
            else { return nil }
            let asked = Int(gdk_pixbuf_animation_iter_get_delay_time(iterator.opaque))
            state.isOver = asked < 0
            let shown = asked < 0 ? nil : asked < Self.shortest ? Self.instead : asked
            state.time += max(asked, 1)
            return PixbufPixels(borrowing: pixbuf).copy.map { ($0, shown) }
        }

        private func planes(of pixels: PixbufPixels, _ watch: DecodeWatch) -> [Int: PhotoPlane]? {
            pixels.plane(from: profile, watch).flatMap {
                DecodedPhoto.levels(from: $0, at: 0, isCancelled: watch.isOver)
            }
        }
    }
}
