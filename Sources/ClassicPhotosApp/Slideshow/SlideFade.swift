import GtkBridge
import PhotoCore

/// What was shown before, while the next photo shows through it more and more.
@MainActor
final class SlideFade {
    /// 0.8 s: it is to be seen, and is over long before the shortest interval is.
    private static let milliseconds = 800.0

    private let canvas: PhotoCanvas
    private var ticks: FrameTicks?
    private var start: Double?

    init(on canvas: PhotoCanvas) {
        self.canvas = canvas
        ticks = FrameTicks(of: canvas.widget) { [weak self] now in self?.tick(now) ?? false }
    }

    /// Fades from `image`, which is what the canvas looked like.
    func begin(from image: WidgetImage) {
        start = nil
        canvas.before = (image, 1)
        ticks?.start()
    }

    func stop() {
        ticks?.stop()
        canvas.before = nil
    }

    private func tick(_ now: Double) -> Bool {
        guard let image = canvas.before?.image else { return false }
        let start = start ?? now
        self.start = start
        let fraction = min(1, (now - start) / Self.milliseconds)
        canvas.before = fraction < 1 ? (image, 1 - ZoomMotion.eased(fraction)) : nil
        return fraction < 1
    }
}
