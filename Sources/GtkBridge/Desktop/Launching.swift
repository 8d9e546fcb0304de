import CGtk
import GLibBridge

/// Starts other programs.
@MainActor
public enum Launching {
    /// Opens `uri` in the desktop's default program. Calls `completion` with an error if that fails.
    public static func open(_ uri: String, from widget: Widget, completion: @escaping @MainActor (GLibError?) -> Void) {
        let context = context(of: widget)
        g_app_info_launch_default_for_uri_async(
            uri, context?.typed(), nil, AsyncReady.callback,
            AsyncReady.data { _, result in
                do throws(GLibError) {
                    _ = try GLibError.check { g_app_info_launch_default_for_uri_finish(result, $0) }
                    completion(nil)
                } catch {
                    completion(error)
                }
            })
    }

    /// Tells the desktop who started what.
    static func context(of widget: Widget) -> ObjectReference? {
        gdk_display_get_app_launch_context(gtk_widget_get_display(widget.widget)).map {
            ObjectReference(taking: UnsafeMutableRawPointer($0))
        }
    }

    /// A file's type according to its name, and its first bytes if given: "image/jpeg".
    public static func contentType(of name: String, bytes: [UInt8] = []) -> String {
        guard let type = g_content_type_guess(name, bytes.isEmpty ? nil : bytes, gsize(bytes.count), nil) else {
            return "application/octet-stream"
        }
        defer { g_free(type) }
        return String(cString: type)
    }
}
