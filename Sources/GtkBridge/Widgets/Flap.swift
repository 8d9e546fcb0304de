import CGtk
import GLibBridge

#if ADWAITA_1_5
    /// Content with a panel at the right, as wide as the panel needs (AdwOverlaySplitView).
    package final class Flap: Widget {
        /// `content`, and `panel`, initially hidden.
        package convenience init(content: Widget, panel: Widget) {
            self.init(made: adw_overlay_split_view_new())
            adw_overlay_split_view_set_content(opaque, content.widget)
            adw_overlay_split_view_set_sidebar(opaque, panel.widget)
            adw_overlay_split_view_set_sidebar_position(opaque, GTK_PACK_END)
            adw_overlay_split_view_set_show_sidebar(opaque, 0)
            // The panel's own width, instead of a share of the window's.
            adw_overlay_split_view_set_min_sidebar_width(opaque, 0)
            adw_overlay_split_view_set_max_sidebar_width(opaque, 0)
            // Fingers move the photo instead.
            adw_overlay_split_view_set_enable_show_gesture(opaque, 0)
            adw_overlay_split_view_set_enable_hide_gesture(opaque, 0)
            // The person shows and hides it, not the window's width.
            adw_overlay_split_view_set_pin_sidebar(opaque, 1)
        }

        /// Whether the panel is shown, or about to be.
        package var isRevealed: Bool {
            get { adw_overlay_split_view_get_show_sidebar(opaque) != 0 }
            set { adw_overlay_split_view_set_show_sidebar(opaque, newValue ? 1 : 0) }
        }
    }
#else
    /// Content with a panel at the right, which overlays it if there is little space (AdwFlap).
    package final class Flap: Widget {
        /// `content`, and `panel`, initially hidden.
        package convenience init(content: Widget, panel: Widget) {
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
        package var isRevealed: Bool {
            get { adw_flap_get_reveal_flap(opaque) != 0 }
            set { adw_flap_set_reveal_flap(opaque, newValue ? 1 : 0) }
        }
    }
#endif
