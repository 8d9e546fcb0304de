import CGtk
import GLibBridge

/// Content with a panel at the right, which overlays it if there is little space (AdwFlap).
public final class Flap: Widget {
    /// `content`, and `panel`, initially hidden.
    public convenience init(content: Widget, panel: Widget) {
        self.init(made: adw_flap_new())
        adw_flap_set_content(opaque, content.widget)
        adw_flap_set_flap(opaque, panel.widget)
        adw_flap_set_flap_position(opaque, GTK_PACK_END)
        adw_flap_set_reveal_flap(opaque, 0)
        // Fingers move the photo instead.
        adw_flap_set_swipe_to_open(opaque, 0)
        adw_flap_set_swipe_to_close(opaque, 0)
        adw_flap_set_modal(opaque, 0)
        // The person shows and hides it, not the window's width.
        adw_flap_set_locked(opaque, 1)
    }

    /// Whether the panel is shown, or about to be.
    public var isRevealed: Bool {
        get { adw_flap_get_reveal_flap(opaque) != 0 }
        set { adw_flap_set_reveal_flap(opaque, newValue ? 1 : 0) }
    }
}
