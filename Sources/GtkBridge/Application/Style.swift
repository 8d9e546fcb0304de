import CGtk
import GLibBridge

/// Styles of all windows.
@MainActor
public enum Style {
    /// Adds CSS rules.
    public static func add(css: String) {
        guard let display = gdk_display_get_default() else { return }
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(UnsafeMutableRawPointer(provider))
    }

    /// Disables all animations.
    public static func disableAnimations() {
        guard let settings = gtk_settings_get_default() else { return }
        ObjectProperties.set(UnsafeMutableRawPointer(settings), "gtk-enable-animations", bool: false)
    }

    /// Whether the desktop's animations are on.
    public static var hasAnimations: Bool {
        gtk_settings_get_default().map {
            ObjectProperties.bool(UnsafeMutableRawPointer($0), "gtk-enable-animations")
        } ?? true
    }
}
