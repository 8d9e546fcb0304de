import CGtk
import GLibBridge

/// How far something is.
public final class ProgressBar: Widget {
    /// A bar at its beginning.
    public convenience init() { self.init(made: gtk_progress_bar_new()) }

    /// 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, newValue) }
    }

    /// Shows that something goes on whose end is not known; each call moves it a little.
    public func pulse() { gtk_progress_bar_pulse(opaque) }

    /// Shows how much is done, 0 to 1; where that is not known, that something goes on.
    public func show(_ fraction: Double?) {
        if let fraction { self.fraction = fraction } else { pulse() }
    }
}

/// Room over whose lower part a word is said now and then, which goes by itself.
public final class ToastOverlay: Widget {
    /// Over nothing yet.
    public convenience init() { self.init(made: adw_toast_overlay_new()) }

    /// What it lies over.
    public func setChild(_ child: Widget) { adw_toast_overlay_set_child(opaque, child.widget) }

    /// Says `text`, for some seconds.
    public func say(_ text: String) {
        // Its title is markup; adw_toast_new takes what it is given as that.
        guard let escaped = g_markup_escape_text(text, -1) else { return }
        defer { g_free(escaped) }
        adw_toast_overlay_add_toast(opaque, adw_toast_new(escaped))
    }
}
