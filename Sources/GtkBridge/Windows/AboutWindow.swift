import CGtk
import GLibBridge

/// The About window.
@MainActor
public enum AboutWindow {
    /// Shows it in front of `parent`.
    public static func present(parent: ApplicationWindow, name: String, icon: String, version: String) {
        let about = Widget(made: adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, name)
        adw_about_window_set_application_icon(about.opaque, icon)
        adw_about_window_set_version(about.opaque, version)
        adw_about_window_set_developer_name(about.opaque, "The Classic Photos contributors")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
        gtk_window_set_transient_for(about.object.typed(), parent.object.typed())
        gtk_window_set_modal(about.object.typed(), 1)
        gtk_window_present(about.object.typed())
    }
}
