import CGtk
import GLibBridge

/// A group of keys that belong together, as the shortcuts window shows them.
public struct ShortcutGroup: Sendable {
    /// What it is headed.
    public let title: String
    /// What can be done, and with which keys, as GTK writes them.
    public let shortcuts: [(title: String, keys: [String])]

    /// A group of these.
    public init(_ title: String, _ shortcuts: [(title: String, keys: [String])]) {
        self.title = title
        self.shortcuts = shortcuts
    }
}

/// The window that says which keys there are.
@MainActor
public enum ShortcutsWindow {
    /// Shows `groups` in front of `parent`; each is a page's worth of keys at most.
    public static func present(parent: ApplicationWindow, groups: [ShortcutGroup]) {
        // GTK 4.8 can be told what is in it by an interface description alone.
        let description = description(of: groups)
        let builder = gtk_builder_new()
        defer { g_object_unref(builder.map { UnsafeMutableRawPointer($0) }) }
        guard (try? GLibError.check { gtk_builder_add_from_string(builder, description, -1, $0) }) != nil,
            let made = gtk_builder_get_object(builder, "window")
        else { return }
        // GTK keeps windows until they are closed.
        let window = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(window, parent.object.typed())
        gtk_window_set_modal(window, 1)
        gtk_window_present(window)
    }

    static func description(of groups: [ShortcutGroup]) -> String {
        let described = groups.map { group in
            let shortcuts = group.shortcuts.map { shortcut in
                element(
                    "GtkShortcutsShortcut",
                    ["accelerator": shortcut.keys.joined(separator: " "), "title": shortcut.title])
            }
            return element("GtkShortcutsGroup", ["title": group.title], shortcuts)
        }
        let section = element("GtkShortcutsSection", ["section-name": "keys", "visible": "1"], described)
        return
            "<interface><object class=\"GtkShortcutsWindow\" id=\"window\"><child>\(section)</child></object></interface>"
    }

    private static func element(_ type: String, _ properties: [String: String], _ children: [String] = []) -> String {
        let properties = properties.sorted { $0.key < $1.key }
            .map { "<property name=\"\($0.key)\">\(escaped($0.value))</property>" }
        let children = children.map { "<child>\($0)</child>" }
        return "<object class=\"\(type)\">" + (properties + children).joined() + "</object>"
    }

    private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
