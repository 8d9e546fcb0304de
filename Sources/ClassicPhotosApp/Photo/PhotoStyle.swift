import GtkBridge

/// How the page of one photo looks.
@MainActor
enum PhotoStyle {
    /// Around a photo: dark in every theme, so that its colours are seen as they are. The same as below.
    static let background = Color(red: 34 / 255, green: 34 / 255, blue: 38 / 255)

    private static let css = """
        photo.page { background-color: rgb(34, 34, 38); outline: none; }
        .photo-controls { margin: 12px; }
        .photo-message { margin: 12px; padding: 8px 12px; border-radius: 12px; }
        .photo-progress { margin: 0; }
        .photo-progress trough, .photo-progress progress { min-height: 3px; border-radius: 0; }
        """

    static func install() { Style.add(css: css) }
}
