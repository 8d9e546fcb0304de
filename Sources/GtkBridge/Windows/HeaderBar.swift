import CGtk
import GLibBridge

/// The bar at the top of a window.
package final class HeaderBar: Widget {
    private let titleWidget: Widget

    /// A bar with a title and a subtitle.
    package init() {
        titleWidget = Widget(made: adw_window_title_new("", ""))
        super.init(made: adw_header_bar_new())
        AccessibleRoles.update()
        adw_header_bar_set_title_widget(opaque, titleWidget.widget)
    }

    package func setTitle(_ title: String, subtitle: String) {
        adw_window_title_set_title(titleWidget.opaque, title)
        adw_window_title_set_subtitle(titleWidget.opaque, subtitle)
    }

    /// Adds a child at the left (in left-to-right scripts).
    package func packStart(_ child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }
    /// Adds a child at the right.
    package func packEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }
}
