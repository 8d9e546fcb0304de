import GtkBridge

/// How the grid looks.
@MainActor
enum CellStyle {
    /// Around each cell, in points; and once more around all of them, as the style below says: so the gaps between
    /// pictures are as wide as those at the edges.
    static let margin = 6
    static let padding = 6
    /// Between a picture and its name, in points.
    static let captionGap = 6

    private static let css = """
        .photo-grid { background: none; padding: \(padding)px; }
        .photo-grid > child { padding: 0; margin: 0; border-radius: 12px; }
        """

    static func install() { Style.add(css: css) }
}
