import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// The frames of a GdkPixbufAnimation, by a clock of their own: each is asked for when the one before has been shown.
///
/// @unchecked Sendable: the animation is used under `state`'s lock alone.
final class PixbufFrames: PhotoFrames, @unchecked Sendable {
    private struct State {
        var iterator: ObjectReference?
        /// The animation's own time, in milliseconds.
        var time = 0
        var isOver = false
    }
    private let animation: ObjectReference
    private let profile: Data?
    private let state = Mutex(State())

    /// Browsers show frames that ask for less than 20 ms for 100: many were made when nothing could show them faster.
    private static let shortest = 20
    private static let instead = 100

    init(_ animation: ObjectReference, profile: Data?) {
        self.animation = animation
        self.profile = profile
    }

    func rewind() { state.withLock { $0 = State() } }

    func next() -> PhotoAnimationFrame? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            if let iterator = state.iterator {
                // The loader of WebP takes the very end of a frame for that frame still, and so never gets to the last.
                animation_advance(iterator.opaque, state.time + 1)
            } else {
                state.iterator = animation_begin(animation.opaque)
                    .map { ObjectReference(taking: UnsafeMutableRawPointer($0)) }
            }
            guard let iterator = state.iterator, let pixbuf = gdk_pixbuf_animation_iter_get_pixbuf(iterator.opaque)
            else { return nil }
            let asked = Int(gdk_pixbuf_animation_iter_get_delay_time(iterator.opaque))
            state.isOver = asked < 0
            let shown = asked < 0 ? nil : asked < Self.shortest ? Self.instead : asked
            state.time += max(asked, 1)
            return plane(of: pixbuf).map { PhotoAnimationFrame($0, milliseconds: shown) }
        }
    }

    /// A copy: the iterator draws the next frame over this one.
    private func plane(of pixbuf: OpaquePointer) -> PhotoPlane? {
        guard let pixels = PixbufPixels(borrowing: pixbuf).copy else { return nil }
        let watch = DecodeWatch(budget: .seconds(10), isCancelled: { false })
        return pixels.plane { bytes, size, bytesPerRow, channels in
            PlaneColors.convert(bytes, size, bytesPerRow: bytesPerRow, channels: channels, profile, watch)
                && PlaneColors.premultiply(bytes, size, bytesPerRow: bytesPerRow, channels: channels, watch)
        }
    }
}
