import GtkBridge

/// How the inspector looks: set apart from the list by the header bar's colours.
@MainActor
enum InspectorStyle {
    private static let css = """
        .inspector { padding: 4px 12px 8px 12px; background-color: @headerbar_bg_color; color: @headerbar_fg_color;
            border-top: 1px solid alpha(currentColor, 0.15); }
        .inspector button { min-width: 24px; min-height: 24px; padding: 0; }
        .inspector-value { font-feature-settings: "tnum"; font-weight: bold; font-size: 0.9em; }
        .inspector-events { font-feature-settings: "tnum"; }
        """

    static func install() { Style.add(css: css) }
}
