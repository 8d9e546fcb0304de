import CGtk
import GLibBridge

/// The desktop's own dialog for choosing a file.
@MainActor
public final class FileChooser {
    private let chooser: ObjectReference

    /// A dialog called `title` in front of `parent`, to open one file.
    public init(parent: ApplicationWindow, title: String, accept: String) {
        guard
            let made = gtk_file_chooser_native_new(
                title, parent.object.typed(), GTK_FILE_CHOOSER_ACTION_OPEN, accept, nil)
        else { preconditionFailure("never NULL") }
        chooser = ObjectReference(taking: UnsafeMutableRawPointer(made))
    }

    /// Offers files of the given endings, by name.
    public func addFilter(_ name: String, patterns: [String]) {
        let filter = gtk_file_filter_new()
        gtk_file_filter_set_name(filter, name)
        for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
        gtk_file_chooser_add_filter(chooser.opaque, filter)
        g_object_unref(UnsafeMutableRawPointer(filter))
    }

    /// Shows it; `body` gets the path chosen, or nil. Keep the chooser until then.
    public func present(_ body: @escaping @MainActor (String?) -> Void) {
        Signal.connect(chooser.pointer, int: "response") { [weak self] response in
            guard let self, response == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = gtk_file_chooser_get_file(chooser.opaque)
            else { return body(nil) }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            let path = g_file_get_path(file)
            defer { g_free(path) }
            body(path.map { String(cString: $0) })
        }
        gtk_native_dialog_set_modal(chooser.typed(), 1)
        gtk_native_dialog_show(chooser.typed())
    }
}
