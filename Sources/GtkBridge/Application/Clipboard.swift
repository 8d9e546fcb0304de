import CGtk

/// What is copied here can be pasted elsewhere.
@MainActor
public enum Clipboard {
    /// Copies a text to the clipboard of the display that `widget` is on.
    public static func copy(_ text: String, from widget: Widget) {
        guard let clipboard = gtk_widget_get_clipboard(widget.widget) else { return }
        gdk_clipboard_set_text(clipboard, text)
    }
}
