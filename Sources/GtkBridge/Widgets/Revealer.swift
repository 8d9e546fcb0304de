import CGtk
import GLibBridge

/// Slides or fades its child in and out.
public final class Revealer: Widget {
    /// Hides `child` initially.
    public convenience init(child: Widget, fades: Bool = false) {
        self.init(made: gtk_revealer_new())
        gtk_revealer_set_transition_type(
            opaque, fades ? GTK_REVEALER_TRANSITION_TYPE_CROSSFADE : GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(opaque, child.widget)
    }

    /// Slides in from above instead.
    public func slidesDown() {
        gtk_revealer_set_transition_type(opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
    }

    /// Whether the child is shown, or about to be.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }
}
