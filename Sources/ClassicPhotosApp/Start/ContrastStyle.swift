import GtkBridge

/// What is stronger where the person wants high contrast. libadwaita sees to its own widgets.
@MainActor
final class ContrastStyle {
    private let sheet = StyleSheet()

    /// Follows the desktop's setting from now on.
    init() { Style.onHighContrast { [sheet] isHigh in sheet.set(css: isHigh ? Self.css : "") } }

    /// Half of the text's colour is libadwaita's border then. A selected photo is marked by the shape of its frame, not
    /// by a colour alone.
    private static let css = """
        .photo-placeholder { color: currentColor; box-shadow: inset 0 0 0 1px alpha(currentColor, 0.5); }
        .photo-placeholder.failed { color: @error_color; }
        .photo-filters, .photo-strip { border-top-color: alpha(currentColor, 0.5); }
        .photo-filter-preview { box-shadow: 0 0 0 1px alpha(currentColor, 0.5); }
        .photo-filter-strip button:checked, .photo-strip-item:checked { background-color: alpha(@accent_bg_color, 0.4);
            box-shadow: inset 0 0 0 2px currentColor; }
        .photo-list > row:selected, .photo-grid > child:selected { box-shadow: inset 0 0 0 2px currentColor; }
        photo.page:focus-visible { outline-color: white; }
        """
}
