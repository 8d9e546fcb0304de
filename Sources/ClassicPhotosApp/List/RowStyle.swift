import GtkBridge

/// The style of rows and cells.
@MainActor
enum RowStyle {
    /// The usual side of a row's picture, in points.
    static let pictureSide = 80
    /// The possible ones. A smaller picture would make rows as high as their texts, which differ.
    static let pictureSides = [80, 112, 144, 192]
    /// The radius of its corners, in points, as in the style below.
    static let pictureRadius = 8.0
    /// The icon before the photo arrives.
    static let placeholderIcon = "image-x-generic-symbolic"
    /// The icon of a photo that failed to load.
    static let failedIcon = "image-missing-symbolic"
    /// The icon of a folder.
    static let folderIcon = "folder-symbolic"
    /// Rows of less width, a phone's, have icons in place of words, in points.
    static let narrowWidth = 400.0
    /// The duration of the filtered photo's fade, as in the style below.
    static let fadeMilliseconds = 300
    /// The side of those icons, in points.
    static let iconSide = 32

    /// The nearest of `pictureSides`.
    static func nearest(to side: Int) -> Int { PictureSides.nearest(to: side, of: pictureSides) ?? pictureSide }

    static let css = """
        .photo-list { background: none; }
        .photo-list > row { padding: 0; }
        .photo-list.narrower > row { border-radius: 12px; }
        .photo-picture { border-radius: 8px; }
        .photo-placeholder { background-color: alpha(currentColor, 0.07); color: alpha(currentColor, 0.35); }
        .photo-placeholder.failed { background-color: alpha(@error_color, 0.12); color: @error_color; }
        .photo-grid { background: none; padding: \(GridLayout.padding)px; }
        .photo-grid > child { padding: 0; margin: 0; border-radius: 12px; }
        .photo-timeline { background: none; padding: 0; }
        .photo-timeline > child { padding: 0; margin: 0; border-radius: 8px; }
        .photo-timeline > child:selected { padding: 4px; background-color: @accent_bg_color; border-radius: 10px; }
        .photo-timeline .photo-picture { border-radius: 4px; }
        .timeline-thumb { background-color: @accent_bg_color; border-radius: 99px; }
        .timeline-year { font-weight: bold; }
        .photo-position { border-radius: 99px; padding: 6px 14px; }
        @keyframes photo-fade { from { opacity: 0; } to { opacity: 1; } }
        .photo-fade { animation: photo-fade 300ms ease-out; }
        """

    /// Removes the frame that GTK draws around a window when no compositor can draw a shadow: it would waste space in a
    /// picture of the window's content.
    static func removeWindowFrame() {
        Style.add(css: "window.solid-csd { border: none; padding: 0; margin: 0; box-shadow: none; border-radius: 0; }")
    }
}
