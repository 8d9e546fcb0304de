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

    /// How much wider the title would be than it must be, in points, to be whole.
    package var titleWish: Double {
        // The first is the title; the other one is the subtitle.
        guard let title = InnerWidgets.labels(in: titleWidget.widget).first else { return 0 }
        var (minimum, natural): (CInt, CInt) = (0, 0)
        gtk_widget_measure(title.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
        return Double(max(0, natural - minimum))
    }

    /// Adds a child at the left (in left-to-right scripts).
    package func packStart(_ child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }
    /// Adds a child at the right.
    package func packEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }
}
