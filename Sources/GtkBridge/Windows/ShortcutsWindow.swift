import CGtk
import GLibBridge

/// A group of actions in the shortcuts window, and their keys in GTK's notation.
package typealias ShortcutGroup = (title: String, shortcuts: [(title: String, keys: [String])])

/// Groups of keys with the same scope.
package typealias ShortcutSection = (title: String, groups: [ShortcutGroup])

@MainActor
package enum ShortcutsWindow {
    /// Shows `sections` for `parent`, called `title`, one at a time, initially `first`. No section needs several pages.
    package static func present(
        parent: ApplicationWindow, title: String, sections: [ShortcutSection], first: String
    ) {
        // GTK 4.8 accepts its content only as an interface description.
        let description = description(of: sections)
        let builder = gtk_builder_new()
        defer { g_object_unref(builder.map { UnsafeMutableRawPointer($0) }) }
        guard (try? GLibError.check { gtk_builder_add_from_string(builder, description, -1, $0) }) != nil,
            let made = gtk_builder_get_object(builder, "window")
        else { return }
        // GTK retains windows until they are closed.
        let window = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWindow.self)
        // After the sections exist: the description sets properties before children.
        ObjectProperties.set(UnsafeMutableRawPointer(made), "section-name", string: first)
        gtk_window_set_title(window, title)
        gtk_window_set_transient_for(window, parent.object.typed())
        gtk_window_set_modal(window, 1)
        gtk_window_present(window)
    }

    /// The maximum number of rows per column: a section of forty-four rows, titles included, needs no pages.
    private static let columnHeight = 22

    static func description(of sections: [ShortcutSection]) -> String {
        let described = sections.map { section in
            let groups = section.groups.map { group in
                element(
                    "GtkShortcutsGroup", ["title": group.title],
                    group.shortcuts.map { shortcut in
                        let keys = shortcut.keys.joined(separator: " ")
                        return element("GtkShortcutsShortcut", ["accelerator": keys, "title": shortcut.title])
                    })
            }
            return element(
                "GtkShortcutsSection",
                ["section-name": section.title, "title": section.title, "max-height": "\(columnHeight)"], groups)
        }
        let window = element("GtkShortcutsWindow", [:], described, id: "window")
        return "<interface>\(window)</interface>"
    }

    private static func element(
        _ type: String, _ properties: [String: String], _ children: [String] = [], id: String? = nil
    ) -> String {
        let properties = properties.sorted { $0.key < $1.key }
            .map { "<property name=\"\($0.key)\">\(escaped($0.value))</property>" }
        let children = children.map { "<child>\($0)</child>" }
        let id = id.map { " id=\"\($0)\"" } ?? ""
        return "<object class=\"\(type)\"\(id)>" + (properties + children).joined() + "</object>"
    }

}

/// The text as markup.
func escaped(_ text: String) -> String { String(taking: g_markup_escape_text(text, -1)) ?? "" }
