import CGtk
import GLibBridge

/// Styles of all windows that change while the program runs.
@MainActor
package final class StyleSheet {
    private let provider: ObjectReference

    /// An empty sheet above the program's own styles, which it changes.
    package convenience init() { self.init(priority: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1) }

    /// An empty sheet; of two, the one with the higher priority wins. It stays when this object goes.
    init(priority: CInt) {
        provider = ObjectReference(new: gtk_css_provider_new())
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(display, provider.opaque, guint(priority))
    }

    /// Replaces its styles.
    package func set(css: String) {
        #if ADWAITA_1_5
            gtk_css_provider_load_from_string(provider.typed(), css)
        #else
            gtk_css_provider_load_from_data(provider.typed(), css, -1)
        #endif
    }
}

extension Style {
    /// Which of the desktop's styles the windows have.
    package enum Scheme: Sendable {
        /// What the person has set for all programs.
        case desktop
        case light, dark
    }

    /// Calls `body` now, and whenever contrasts become high or no longer are, or windows become dark or light.
    package static func onContrast(_ body: @escaping @MainActor (_ isHigh: Bool, _ isDark: Bool) -> Void) {
        guard let manager = adw_style_manager_get_default() else { return }
        let tell: @MainActor () -> Void = {
            body(adw_style_manager_get_high_contrast(manager) != 0, adw_style_manager_get_dark(manager) != 0)
        }
        for property in ["high-contrast", "dark"] {
            Signal.connect(UnsafeMutableRawPointer(manager), "notify::\(property)", tell)
        }
        tell()
    }

    package static func use(_ scheme: Scheme) {
        let wanted =
            switch scheme {
            case .desktop: ADW_COLOR_SCHEME_DEFAULT
            case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
            case .dark: ADW_COLOR_SCHEME_FORCE_DARK
            }
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), wanted)
    }
}
