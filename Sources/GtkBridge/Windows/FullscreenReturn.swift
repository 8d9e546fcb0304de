import GLibBridge

/// Gives a window back the size that it had before it filled the screen.
///
/// Under X11 a window manager and GTK tell each other sizes and shadows at the same time. A size that was sent while the
/// window had no shadow may be read after it has one again: GTK then takes the shadow off once more, and leaves the
/// window that much smaller. So the size is looked at again when both have had time to settle.
@MainActor
final class FullscreenReturn {
    /// Both settle within a tenth of a second, on a busy machine within a quarter. In milliseconds.
    private static let settling = [150, 350, 500]

    private weak var window: ApplicationWindow?
    /// In points; nil while the window does not fill the screen, and its size has been seen to.
    private var size: (width: Int, height: Int)?
    private var timer: MainTimer?

    init(_ window: ApplicationWindow) {
        self.window = window
        window.onNotify("fullscreened") { [weak self] in self?.changed() }
    }

    private func changed() {
        guard let window else { return }
        timer = nil
        if window.isFullscreen {
            // A window that comes back and goes again at once has not settled: what it had at first counts.
            size = size ?? window.defaultSize
        } else {
            restore(after: Self.settling[...])
        }
    }

    private func restore(after pauses: ArraySlice<Int>) {
        guard let pause = pauses.first else {
            size = nil
            return
        }
        timer = MainTimer(after: pause) { [weak self] in
            guard let self, let window, let size else { return }
            let now = window.defaultSize
            // A person who made the window larger meanwhile meant it.
            if !window.isMaximized, now != size, now.width <= size.width, now.height <= size.height {
                window.defaultSize = size
            }
            restore(after: pauses.dropFirst())
        }
    }
}
