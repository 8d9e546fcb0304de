import GtkBridge

/// How rows and cells look.
@MainActor
enum RowStyle {
    /// The side of a row's picture, in points.
    static let pictureSide = 80
    /// How round its corners are, in points: what the style below says.
    static let pictureRadius = 8.0
    /// The icon before a photo is there.
    static let placeholderIcon = "image-x-generic-symbolic"
    /// The icon of a photo that failed to load.
    static let failedIcon = "image-missing-symbolic"
    /// How long the filtered photo takes to fade over the unfiltered one: what the style below says.
    static let fadeMilliseconds = 300
    /// The side of those icons, in points.
    static let iconSide = 32

    private static let css = """
        .photo-list { background: none; }
        .photo-list > row { padding: 0; }
        .photo-picture { border-radius: 8px; }
        .photo-placeholder { background-color: alpha(currentColor, 0.07); color: alpha(currentColor, 0.35); }
        .photo-placeholder.failed { background-color: alpha(@error_color, 0.12); color: @error_color; }
        .photo-grid { background: none; padding: \(GridLayout.padding)px; }
        .photo-grid > child { padding: 0; margin: 0; border-radius: 12px; }
        .photo-position { border-radius: 99px; padding: 6px 14px; }
        @keyframes photo-fade { from { opacity: 0; } to { opacity: 1; } }
        .photo-fade { animation: photo-fade 300ms ease-out; }
        """

    static func install() { Style.add(css: css) }

    /// Takes the frame off that GTK draws around a window where no compositor could draw a shadow: in a picture of the
    /// window's content it would only cost room.
    static func removeWindowFrame() {
        Style.add(css: "window.solid-csd { border: none; padding: 0; margin: 0; box-shadow: none; border-radius: 0; }")
    }
}
