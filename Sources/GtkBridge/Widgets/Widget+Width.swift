import CGtk
import GLibBridge

extension Widget {
    /// Calls `body` after a layout with another width. To be called once.
    package func onWidth(_ body: @escaping @MainActor () -> Void) {
        let isWatching = Boxed(false)
        onMap { [weak self] in
            guard let self, !isWatching.value, let clock = gtk_widget_get_frame_clock(widget) else { return }
            isWatching.value = true
            let width = Boxed(0.0)
            // There is no signal for it, and its child may be narrower. After GTK's own handler.
            Signal.connect(UnsafeMutableRawPointer(clock), "layout", after: true) { [weak self] in
                guard let self, isMapped, self.width != width.value else { return }
                width.value = self.width
                body()
            }
        }
    }
}
