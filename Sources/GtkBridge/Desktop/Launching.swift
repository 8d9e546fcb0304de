import CGtk
import GLibBridge

/// Other programs, started for something.
@MainActor
public enum Launching {
    /// Opens `uri` in the program that the desktop has for it. `completion` is told why not, if not.
    public static func open(
        _ uri: String, from widget: Widget, completion: @escaping @MainActor (GLibError?) -> Void
    ) {
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

    /// By which the desktop knows who has started what.
    static func context(of widget: Widget) -> ObjectReference? {
        gdk_display_get_app_launch_context(gtk_widget_get_display(widget.widget)).map {
            ObjectReference(taking: UnsafeMutableRawPointer($0))
        }
    }

    /// What a file is by its name, and its first bytes where they are given: "image/jpeg".
    public static func contentType(of name: String, bytes: [UInt8] = []) -> String {
        guard let type = g_content_type_guess(name, bytes.isEmpty ? nil : bytes, gsize(bytes.count), nil) else {
            return "application/octet-stream"
        }
        defer { g_free(type) }
        return String(cString: type)
    }
}
