import GtkBridge

/// What is stronger where the person wants high contrast: texts have 7 to 1, for weak eyes (WCAG 2, level AAA).
/// libadwaita's own widgets have stronger borders then, but the same colours.
@MainActor
final class ContrastStyle {
    private let sheet = StyleSheet()

    /// Follows the desktop's setting from now on.
    init() {
        Style.onContrast { [sheet] isHigh, isDark in
            sheet.set(css: isHigh ? (isDark ? Self.darkColors : Self.lightColors) + Self.css : "")
        }
    }

    /// Of links, of buttons that stand out, and of what is wrong.
    private static let lightColors = """
        @define-color accent_color #0a2a54;
        @define-color accent_bg_color #134a8e;
        @define-color destructive_color #7d0f18;
        @define-color destructive_bg_color #8f0f1a;
        @define-color error_color #7d0f18;
        @define-color warning_color #5c4000;

        """
    private static let darkColors = """
        @define-color accent_color #c4dcf8;
        @define-color accent_bg_color #99c1f1;
        @define-color accent_fg_color black;
        @define-color destructive_color #ffd0ca;
        @define-color destructive_bg_color #ff9c92;
        @define-color destructive_fg_color black;
        @define-color error_color #ffb3a8;
        @define-color warning_color #f8e45c;
        switch:checked > slider { background-color: black; }

        """

    /// Half of the text's colour is libadwaita's border then. A selected photo is marked by the shape of its frame, not
    /// by a colour alone.
    private static let css = """
        .photo-placeholder { color: currentColor; box-shadow: inset 0 0 0 1px alpha(currentColor, 0.5); }
        .photo-placeholder.failed { color: @error_color; }
        .photo-filters, .photo-strip { border-top-color: alpha(currentColor, 0.5); }
        .photo-filter-preview { box-shadow: 0 0 0 1px alpha(currentColor, 0.5); }
        .photo-filter-strip button:checked, .photo-strip-item:checked, .linked > button.toggle:checked {
            background-color: alpha(currentColor, 0.15); box-shadow: inset 0 0 0 2px currentColor; }
        .photo-list > row:selected, .photo-grid > child:selected { box-shadow: inset 0 0 0 2px currentColor; }
        .photo-list > row:selected .error, .photo-grid > child:selected .error { color: currentColor; }
        photo.page:focus-visible { outline-color: white; }
        """
}
