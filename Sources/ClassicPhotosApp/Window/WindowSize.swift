import GLibBridge
import GtkBridge

/// The size of one window, kept between starts.
@MainActor
final class WindowSize {
    /// The shape of a list, and of a phone-sized window: rows of about 96 points, seven on a screen.
    static let usual = (width: 480, height: 720)

    private let window: ApplicationWindow
    /// Nil for a screenshot, which has the usual size.
    private let settings: Settings?

    /// Gives `window` the size it had last.
    init(of window: ApplicationWindow, _ settings: Settings?) {
        (self.window, self.settings) = (window, settings)
        var size = Self.usual
        if let settings {
            size.width = WindowSides.held(settings.integer("window-width", default: size.width))
            size.height = WindowSides.held(settings.integer("window-height", default: size.height))
        }
        window.defaultSize = size
        if settings?.boolean("window-maximized", default: false) == true { window.isMaximized = true }
    }

    /// Stores it.
    func remember() {
        settings?.set("window-width", window.defaultSize.width)
        settings?.set("window-height", window.defaultSize.height)
        settings?.set("window-maximized", window.isMaximized)
    }
}
