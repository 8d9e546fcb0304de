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
    /// What was said last with a button.
    private var offer: ObjectReference?
    private var dismissal: MainTimer?

    /// Over nothing yet.
    public convenience init() { self.init(made: adw_toast_overlay_new()) }

    /// What it lies over.
    public func setChild(_ child: Widget) { adw_toast_overlay_set_child(opaque, child.widget) }

    /// Says `text`, for some seconds.
    public func say(_ text: String) { adw_toast_overlay_add_toast(opaque, Self.toast(text)) }

    /// Says `text`, for so many seconds, with a button that activates `action`, such as "win.undo". What is still being said in
    /// this way becomes this: libadwaita 1.2 frees a toast twice that goes while it still comes.
    public func say(_ text: String, button label: String, action: String, seconds: Int) {
        dismissal = nil
        if let offer, let escaped = g_markup_escape_text(text, -1) {
            defer { g_free(escaped) }
            adw_toast_set_title(offer.opaque, escaped)
            adw_toast_set_button_label(offer.opaque, label)
            adw_toast_set_action_name(offer.opaque, action)
            return
        }
        guard let toast = Self.toast(text) else { return }
        adw_toast_set_button_label(toast, label)
        adw_toast_set_action_name(toast, action)
        adw_toast_set_timeout(toast, guint(seconds))
        let made = ObjectReference(borrowing: UnsafeMutableRawPointer(toast))
        offer = made
        Signal.connect(made.pointer, "dismissed") { [weak self, weak made] in
            if let self, offer === made { offer = nil }
        }
        adw_toast_overlay_add_toast(opaque, toast)
    }

    /// Longer than a toast takes to come.
    private static let comesWithinMilliseconds = 500

    /// Takes away what was said with a button, soon: where that button was pressed, the toast goes by itself, and libadwaita
    /// 1.2 frees one twice that is dismissed twice, or while it still comes.
    public func dismissOffer() {
        guard let offer else { return }
        dismissal = MainTimer(after: Self.comesWithinMilliseconds) { [weak self] in
            if self?.offer === offer { adw_toast_dismiss(offer.opaque) }
        }
    }

    /// Its title is markup; adw_toast_new takes what it is given as that.
    private static func toast(_ text: String) -> OpaquePointer? {
        guard let escaped = g_markup_escape_text(text, -1) else { return nil }
        defer { g_free(escaped) }
        return adw_toast_new(escaped)
    }
}
