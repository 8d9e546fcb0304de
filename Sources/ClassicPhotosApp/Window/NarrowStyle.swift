import GtkBridge

/// The style of what yields in a phone's width.
@MainActor
final class NarrowStyle {
    private let sheet = StyleSheet()

    /// Follows the desktop's size of text from now on.
    init() { Style.onTextScale { [sheet] in sheet.set(css: Self.css) } }

    /// ``HeaderFit`` sets the class. In large letters, what is said below a title is longer than the room for it.
    private static var css: String {
        let subtitle = Style.textScale >= Style.largeText ? "headerbar.tight .subtitle { font-size: 55%; }" : ""
        return """
            headerbar.tight, headerbar.tight box, headerbar.tight windowcontrols { border-spacing: 0; }
            \(subtitle)
            """
    }
}
