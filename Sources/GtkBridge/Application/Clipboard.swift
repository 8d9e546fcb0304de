import CGtk
import GLibBridge

/// The desktop's clipboard.
@MainActor
public enum Clipboard {
    /// Puts UTF-8 text into the clipboard of `widget`'s display, without another copy: it may be megabytes.
    public static func set(_ utf8: [UInt8], of widget: Widget) {
        let bytes = utf8.withUnsafeBufferPointer { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        let content = gdk_content_provider_new_for_bytes("text/plain;charset=utf-8", bytes)
        defer { g_object_unref(content.map { UnsafeMutableRawPointer($0) }) }
        gdk_clipboard_set_content(gtk_widget_get_clipboard(widget.widget), content)
    }

    /// Offers `content` as long as the program runs.
    public static func set(_ content: ExchangedContent, of widget: Widget) {
        gdk_clipboard_set_content(gtk_widget_get_clipboard(widget.widget), content.object.typed())
    }
}
