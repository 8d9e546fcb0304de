import CGtk
import GLibBridge

/// The desktop's file chooser.
@MainActor
package final class FileChooser {
    private let chooser: ObjectReference

    private var filters: [OpaquePointer] = []

    /// The chosen address if it has no path, as on another computer: `present` returns none then.
    package private(set) var addressWithoutPath: String?

    /// A dialog called `title` for `parent`, to open one file.
    package convenience init(parent: ApplicationWindow, title: String, accept: String) {
        self.init(parent: parent, title: title, accept: accept, action: GTK_FILE_CHOOSER_ACTION_OPEN)
    }

    /// A dialog called `title` for `parent`, to save a file with the suggested name `name`. It asks before it replaces
    /// a file.
    package convenience init(parent: ApplicationWindow, title: String, accept: String, saving name: String) {
        self.init(parent: parent, title: title, accept: accept, action: GTK_FILE_CHOOSER_ACTION_SAVE)
        file_chooser_set_name(chooser.opaque, name)
    }

    /// A dialog called `title` for `parent`, to open a folder.
    package convenience init(choosingFolder title: String, parent: ApplicationWindow, accept: String) {
        self.init(parent: parent, title: title, accept: accept, action: GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)
    }

    /// Adds a checkbox, initially off.
    package func addChoice(_ id: String, _ label: String) {
        file_chooser_add_choice(chooser.opaque, id, label)
    }

    package func isChosen(_ id: String) -> Bool {
        file_chooser_is_chosen(chooser.opaque, id) != 0
    }

    private init(parent: ApplicationWindow, title: String, accept: String, action: GtkFileChooserAction) {
        chooser = ObjectReference(
            new: file_chooser_new(title, parent.object.typed(), action, accept))
    }

    package func addFilter(_ name: String, patterns: [String]) {
        let filter = gtk_file_filter_new()
        gtk_file_filter_set_name(filter, name)
        for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
        file_chooser_add_filter(chooser.opaque, filter)
        // The chooser owns it now.
        if let filter { filters.append(filter) }
        g_object_unref(UnsafeMutableRawPointer(filter))
    }

    package var chosenFilter: Int? {
        guard let chosen = file_chooser_get_filter(chooser.opaque) else { return nil }
        return filters.firstIndex(of: chosen)
    }

    /// Shows it; calls `body` with the chosen file's URI, which can hold any name, or nil. Retain the chooser until
    /// then.
    package func present(_ body: @escaping @MainActor (String?) -> Void) {
        Signal.connect(chooser.pointer, "response") { [weak self] (response: Int) in
            guard let self, response == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = file_chooser_get_file(chooser.opaque)
            else { return body(nil) }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            let path = g_file_get_path(file)
            defer { g_free(path) }
            let address = path.map { g_filename_to_uri($0, nil, nil) } ?? g_file_get_uri(file)
            defer { g_free(address) }
            let text = address.map { String(cString: $0) }
            if path == nil { addressWithoutPath = text }
            body(path == nil ? nil : text)
        }
        gtk_native_dialog_set_modal(chooser.typed(), 1)
        gtk_native_dialog_show(chooser.typed())
    }
}
