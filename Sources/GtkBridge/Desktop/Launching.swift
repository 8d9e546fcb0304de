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
}

/// The desktop's own dialog for choosing a program.
@MainActor
public final class ProgramChooser {
    /// A program that was chosen.
    @MainActor
    public struct Program {
        fileprivate let info: ObjectReference
        fileprivate let context: ObjectReference?

        /// What the desktop calls it.
        public var name: String { String(cString: g_app_info_get_display_name(info.opaque)) }

        /// Opens `uris` in it.
        public func open(_ uris: [String]) throws(GLibError) {
            var list: UnsafeMutablePointer<GList>?
            for uri in uris.reversed() { list = g_list_prepend(list, g_strdup(uri)) }
            defer { g_list_free_full(list, g_free) }
            _ = try GLibError.check { g_app_info_launch_uris(info.opaque, list, context?.typed(), $0) }
        }
    }

    private let dialog: Widget
    private let parent: ApplicationWindow

    /// A dialog in front of `parent` that offers what can open files of `contentType`, such as "image/jpeg".
    public init(parent: ApplicationWindow, contentType: String, heading: String) {
        self.parent = parent
        dialog = Widget(
            made: gtk_app_chooser_dialog_new_for_content_type(
                parent.object.typed(), GTK_DIALOG_MODAL, contentType))
        gtk_app_chooser_dialog_set_heading(dialog.opaque, heading)
        gtk_window_set_title(dialog.object.typed(), heading)
        dialog.setAccessibleLabel(heading)
    }

    /// Shows it; `body` gets what was chosen, or nil. Keep the chooser until then.
    public func present(_ body: @escaping @MainActor (Program?) -> Void) {
        Signal.connect(dialog.object.pointer, int: "response") { [weak self] response in
            guard let self else { return }
            let info = response == Int(GTK_RESPONSE_OK.rawValue) ? gtk_app_chooser_get_app_info(dialog.opaque) : nil
            gtk_window_destroy(dialog.object.typed())
            body(
                info.map {
                    Program(
                        info: ObjectReference(taking: UnsafeMutableRawPointer($0)),
                        context: Launching.context(of: parent))
                })
        }
        gtk_window_present(dialog.object.typed())
    }
}

/// What a file is: "image/jpeg".
public enum ContentType {
    /// By its name, and its first bytes where they are given.
    public static func guess(name: String, bytes: [UInt8] = []) -> String {
        guard let type = g_content_type_guess(name, bytes.isEmpty ? nil : bytes, gsize(bytes.count), nil) else {
            return "application/octet-stream"
        }
        defer { g_free(type) }
        return String(cString: type)
    }
}
