import CGtk
import GLibBridge

/// Content with a panel at its right, which lies over it where there is little room (AdwFlap).
public final class Flap: Widget {
    /// `content`, and `panel`, which is hidden at first.
    public convenience init(content: Widget, panel: Widget) {
        self.init(made: adw_flap_new())
        adw_flap_set_content(opaque, content.widget)
        adw_flap_set_flap(opaque, panel.widget)
        adw_flap_set_flap_position(opaque, GTK_PACK_END)
        adw_flap_set_reveal_flap(opaque, 0)
        // Fingers move the photo.
        adw_flap_set_swipe_to_open(opaque, 0)
        adw_flap_set_swipe_to_close(opaque, 0)
        adw_flap_set_modal(opaque, 0)
        // Shown and hidden by the person, not by the window's width.
        adw_flap_set_locked(opaque, 1)
    }

    /// Whether the panel is shown, or about to be.
    public var isRevealed: Bool {
        get { adw_flap_get_reveal_flap(opaque) != 0 }
        set { adw_flap_set_reveal_flap(opaque, newValue ? 1 : 0) }
    }
}
