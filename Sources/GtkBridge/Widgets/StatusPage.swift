import CGtk

/// A page with an icon, a message and an offer.
public final class StatusPage: Widget {
    /// A page headed `title`.
    public convenience init(icon: String, title: String, description: String) {
        self.init(made: adw_status_page_new())
        adw_status_page_set_icon_name(opaque, icon)
        adw_status_page_set_title(opaque, title)
        adw_status_page_set_description(opaque, description)
    }

    /// Its offer, below the text.
    public func setChild(_ child: Widget) { adw_status_page_set_child(opaque, child.widget) }
}
