import GtkBridge

@MainActor
enum PhotoStyle {
    /// Around a photo: the same in every theme, so that its colours are seen as they are. The same as below.
    private(set) static var background = Color(red: 34 / 255, green: 34 / 255, blue: 38 / 255)

    /// Sets it, 0 to 255 each, in all windows, by `sheet`.
    static func setBackground(red: Int, green: Int, blue: Int, in sheet: StyleSheet) {
        background = Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
        sheet.set(css: "photo.page { background-color: rgb(\(red), \(green), \(blue)); }")
    }

    static let css = """
        photo.page { background-color: rgb(34, 34, 38); outline: none; }
        photo.page:focus-visible { outline: 3px solid @accent_bg_color; outline-offset: -3px; }
        photo.page.slideshow:focus-visible { outline: none; }
        .photo-controls { margin: 12px; }
        .photo-video { min-width: 64px; min-height: 64px; -gtk-icon-size: 32px; }
        .photo-message { margin: 12px; padding: 8px 12px; border-radius: 12px; }
        .photo-progress { margin: 0; }
        .photo-filters { background-color: @headerbar_bg_color; color: @headerbar_fg_color;
            border-top: 1px solid alpha(currentColor, 0.15); }
        .photo-filter-strip { padding: 6px; }
        .photo-filter-strip button { padding: 4px; border-radius: 10px; }
        .photo-filter-strip button:checked { background-color: alpha(@accent_bg_color, 0.25); }
        .photo-filter-strip button:checked label { font-weight: bold; }
        .photo-filter-strip button:checked .photo-filter-preview { box-shadow: 0 0 0 2px @accent_bg_color; }
        .photo-filter-preview { border-radius: 6px; background-color: alpha(currentColor, 0.07); }
        .photo-filter-controls { padding: 0 12px 6px 6px; }
        .photo-strip { background-color: @headerbar_bg_color; border-top: 1px solid alpha(currentColor, 0.15); }
        .photo-strip-item { padding: 4px; border-radius: 10px; min-width: 0; min-height: 0; }
        .photo-strip-item:checked { background-color: alpha(@accent_bg_color, 0.25); }
        .photo-strip-item:checked .photo-picture { box-shadow: 0 0 0 2px @accent_bg_color; }
        .photo-side { margin: 12px; padding: 4px 12px; border-radius: 99px; }
        scale.photo-divider { padding: 0; margin-bottom: 60px; min-height: 36px; }
        scale.photo-divider > trough { background: none; border: none; box-shadow: none; outline: none;
            margin: 0; min-height: 36px; }
        scale.photo-divider > trough > highlight { background: none; border: none; box-shadow: none; }
        scale.photo-divider > trough > slider { margin: 0; min-width: 36px; min-height: 36px; border-radius: 99px; }
        .photo-progress trough, .photo-progress progress { min-height: 3px; border-radius: 0; }
        """
}
