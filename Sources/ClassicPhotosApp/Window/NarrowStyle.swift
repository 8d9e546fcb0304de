import GtkBridge

/// The style of what yields in a phone's width.
@MainActor
enum NarrowStyle {
    /// ``HeaderFit`` sets the class. In large letters, what is said below a title is longer than the room for it.
    static var css: String {
        let subtitle = Style.textScale >= Style.largeText ? "headerbar.tight .subtitle { font-size: 55%; }" : ""
        return """
            headerbar.tight, headerbar.tight box, headerbar.tight windowcontrols { border-spacing: 0; }
            \(subtitle)
            """
    }
}
