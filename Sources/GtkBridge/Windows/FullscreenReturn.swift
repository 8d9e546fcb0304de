import GLibBridge

/// Restores a window's size after fullscreen.
///
/// Under X11, a window manager and GTK exchange sizes and shadows at the same time. GTK may read a size sent for a
/// window without a shadow when the window has one again: it subtracts the shadow twice, and makes the window smaller.
/// So this checks the size again when both have settled.
@MainActor
final class FullscreenReturn {
    /// Both settle within a tenth of a second, on a busy machine within a quarter. In milliseconds.
    private static let settling = [150, 350, 500]

    private weak var window: ApplicationWindow?
    /// In points; nil unless the window is fullscreen, or its size is being checked.
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
            // A window that leaves and re-enters quickly has not settled: the first size counts.
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
            // A person may have enlarged the window meanwhile.
            if !window.isMaximized, now != size, now.width <= size.width, now.height <= size.height {
                window.defaultSize = size
            }
            restore(after: pauses.dropFirst())
        }
    }
}
