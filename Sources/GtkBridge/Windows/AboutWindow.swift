import CGtk
import GLibBridge

/// What the program is, and by whom (AdwAboutDialog, or AdwAboutWindow).
@MainActor
package enum AboutWindow {
    package static func present(
        parent: ApplicationWindow, name: String, icon: String, version: String, developers: String
    ) {
        #if ADWAITA_1_5
            let about = Widget(
                made: UnsafeMutableRawPointer(adw_about_dialog_new())?.assumingMemoryBound(to: GtkWidget.self))
            adw_about_dialog_set_application_name(about.opaque, name)
            adw_about_dialog_set_application_icon(about.opaque, icon)
            adw_about_dialog_set_version(about.opaque, version)
            adw_about_dialog_set_developer_name(about.opaque, developers)
            adw_about_dialog_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
            adw_dialog_present(about.object.typed(), parent.widget)
        #else
            let about = Widget(made: adw_about_window_new())
            adw_about_window_set_application_name(about.opaque, name)
            adw_about_window_set_application_icon(about.opaque, icon)
            adw_about_window_set_version(about.opaque, version)
            adw_about_window_set_developer_name(about.opaque, developers)
            adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
            gtk_window_set_transient_for(about.object.typed(), parent.object.typed())
            gtk_window_set_modal(about.object.typed(), 1)
            gtk_window_present(about.object.typed())
        #endif
    }
}
