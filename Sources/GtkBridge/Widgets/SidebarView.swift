import CGtk
import GLibBridge

/// Content with a sidebar at its start, or with the sidebar over it where there is little room (AdwOverlaySplitView;
/// AdwFlap where libadwaita is older).
package final class SidebarView: Widget {
    /// Called when a person has closed a sidebar that lies over the content.
    package var onClosed: (@MainActor () -> Void)?
    /// Called after a layout with another width.
    package var onWidthChanged: (@MainActor () -> Void)?
    private var isChanging = false
    /// What is to be shown as soon as the first layout is over.
    private var next: (isShown: Bool, isOver: Bool)?

    /// `content`, and `sidebar` of this width in points, initially hidden.
    package convenience init(content: Widget, sidebar: Widget, width: Int) {
        sidebar.setSizeRequest(width: width, height: -1)
        #if ADWAITA_1_5
            self.init(made: adw_overlay_split_view_new())
            adw_overlay_split_view_set_content(opaque, content.widget)
            adw_overlay_split_view_set_sidebar(opaque, sidebar.widget)
            adw_overlay_split_view_set_show_sidebar(opaque, 0)
            adw_overlay_split_view_set_min_sidebar_width(opaque, Double(width))
            adw_overlay_split_view_set_max_sidebar_width(opaque, Double(width))
            adw_overlay_split_view_set_enable_show_gesture(opaque, 0)
            // The program says when, by the window's width.
            adw_overlay_split_view_set_pin_sidebar(opaque, 1)
            onNotify("show-sidebar") { [weak self] in self?.changed() }
        #else
            self.init(made: adw_flap_new())
            adw_flap_set_content(opaque, content.widget)
            adw_flap_set_flap(opaque, sidebar.widget)
            adw_flap_set_separator(opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
            adw_flap_set_flap_position(opaque, GTK_PACK_START)
            adw_flap_set_reveal_flap(opaque, 0)
            adw_flap_set_swipe_to_open(opaque, 0)
            // The program says when, by the window's width.
            adw_flap_set_locked(opaque, 1)
            adw_flap_set_fold_policy(opaque, ADW_FLAP_FOLD_POLICY_NEVER)
            onNotify("reveal-flap") { [weak self] in self?.changed() }
        #endif
        onWidth { [weak self] in
            guard let self else { return }
            if let next { show(next.isShown, over: next.isOver) }
            onWidthChanged?()
        }
    }

    private func changed() { if !isChanging, !isRevealed { onClosed?() } }

    /// Shows or hides the sidebar; over the content if `isOver`.
    package func show(_ isShown: Bool, over isOver: Bool) {
        // An AdwFlap on screen that has no width yet divides its speed by it, and gives its children widths of NaN.
        let isTooEarly = isMapped && width <= 0
        next = isTooEarly ? (isShown, isOver) : nil
        guard !isTooEarly else { return }
        isChanging = true
        #if ADWAITA_1_5
            adw_overlay_split_view_set_collapsed(opaque, isOver ? 1 : 0)
            adw_overlay_split_view_set_show_sidebar(opaque, isShown ? 1 : 0)
        #else
            adw_flap_set_fold_policy(opaque, isOver ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER)
            adw_flap_set_reveal_flap(opaque, isShown ? 1 : 0)
        #endif
        isChanging = false
    }

    /// Whether the sidebar is shown, or about to be.
    package var isRevealed: Bool {
        #if ADWAITA_1_5
            adw_overlay_split_view_get_show_sidebar(opaque) != 0
        #else
            adw_flap_get_reveal_flap(opaque) != 0
        #endif
    }
}
