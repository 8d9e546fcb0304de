import CGtk
import GLibBridge

/// Names for what GTK and libadwaita build themselves: each is read once, and without the underscore of a mnemonic.
///
/// GTK 4.8 reads a button as its label, underscore included, followed by the text that its label shows.
@MainActor
enum AccessibleNames {
    private static let mark = "classic-photos-named"

    /// Tidies the content of each window when it appears.
    static func watchWindows() {
        guard let windows = gtk_window_get_toplevels() else { return }
        Signal.connect(UnsafeMutableRawPointer(windows), "notify::n-items") { tidyNewWindows() }
        tidyNewWindows()
    }

    private static func tidyNewWindows() {
        AccessibleRoles.update()
        let windows = gtk_window_get_toplevels()
        for index in 0..<g_list_model_get_n_items(windows) {
            guard let item = g_list_model_get_item(windows, index) else { continue }
            defer { g_object_unref(item) }
            tidyWhenShown(item)
        }
    }

    /// Tidies the content of `object`, a window or a popover, each time it appears.
    static func tidyWhenShown(_ object: UnsafeMutableRawPointer) {
        guard !isMarked(object) else { return }
        setMark(of: object)
        let shown = object.assumingMemoryBound(to: GtkWidget.self)
        Signal.connect(object, "map") { tidy(shown) }
    }

    /// Keeps the name of a button that the program names itself.
    static func setMark(of object: UnsafeMutableRawPointer) {
        g_object_set_data(object.assumingMemoryBound(to: GObject.self), mark, object)
    }

    private static func isMarked(_ object: UnsafeMutableRawPointer) -> Bool {
        g_object_get_data(object.assumingMemoryBound(to: GObject.self), mark) != nil
    }

    /// Tidies what appears in a window that is shown already.
    static func tidy(_ widget: UnsafeMutablePointer<GtkWidget>) {
        let object = UnsafeMutableRawPointer(widget)
        let type =
            g_type_name_from_instance(object.assumingMemoryBound(to: GTypeInstance.self))
            .map { String(cString: $0) } ?? ""
        switch type {
        case "ClassicPhotosList", "ClassicPhotosGrid": return
        case "GtkScrollbar", "GtkRange", "GtkPopoverMenu", "GtkActionBar", "AdwViewSwitcher", "AdwIndicatorBin",
            "AdwToastWidget", "AdwBin":
            Widget(made: widget).setAccessibleLabel("")
        case "GtkListBox":
            // GTK takes the group's title for its name, even if there is none.
            let title = titleOfGroup(around: widget)
            if title == "" || hasRow(widget, called: title) { Widget(made: widget).setAccessibleLabel("") }
        case "GtkModelButton": name(widget, ObjectProperties.string(object, "text"))
        default: if isButton(object), !isMarked(object) { nameButton(widget) }
        }
        var child = gtk_widget_get_first_child(widget)
        while let each = child {
            tidy(each)
            child = gtk_widget_get_next_sibling(each)
        }
    }

    private static func isButton(_ object: UnsafeMutableRawPointer) -> Bool {
        g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), gtk_button_get_type()) != 0
    }

    private static func isLabel(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0
    }

    /// The title of a group of preferences; nil outside one.
    private static func titleOfGroup(around list: UnsafeMutablePointer<GtkWidget>) -> String? {
        gtk_widget_get_ancestor(list, adw_preferences_group_get_type())
            .flatMap { ObjectProperties.string(UnsafeMutableRawPointer($0), "title") }
    }

    /// Whether a row of the list has the title of its group, which would be read twice.
    private static func hasRow(_ list: UnsafeMutablePointer<GtkWidget>, called title: String?) -> Bool {
        var child = gtk_widget_get_first_child(list)
        while let each = child {
            let row = UnsafeMutableRawPointer(each)
            let type = adw_preferences_row_get_type()
            if g_type_check_instance_is_a(row.assumingMemoryBound(to: GTypeInstance.self), type) != 0,
                ObjectProperties.string(row, "title") == title
            {
                return true
            }
            child = gtk_widget_get_next_sibling(each)
        }
        return false
    }

    private static func nameButton(_ button: UnsafeMutablePointer<GtkWidget>) {
        let object = UnsafeMutableRawPointer(button)
        if let label = ObjectProperties.string(object, "label") { return name(button, label) }
        if let child = gtk_button_get_child(object.assumingMemoryBound(to: GtkButton.self)),
            isLabel(child)
        {
            return name(button, ObjectProperties.string(UnsafeMutableRawPointer(child), "label"))
        }
        // These buttons of GTK's and libadwaita's windows have no text, and in some no tooltip.
        guard let icon = ObjectProperties.string(object, "icon-name"), let word = wordsOfIcons[icon],
            let text = gtk_widget_get_tooltip_text(button) ?? g_dgettext("gtk40", word)
        else { return }
        Widget(made: button).setAccessibleLabel(String(cString: text))
    }

    private static let wordsOfIcons = ["edit-find-symbolic": "Search", "window-close-symbolic": "Close"]

    private static func name(_ widget: UnsafeMutablePointer<GtkWidget>, _ label: String?) {
        guard let label else { return }
        Widget(made: widget).setAccessibleLabel(Mnemonic.removed(from: label))
        hideLabel(of: widget)
    }

    /// Hides the labels inside a button, which has their text for its name.
    static func hideLabel(of button: UnsafeMutablePointer<GtkWidget>) {
        var child = gtk_widget_get_first_child(button)
        while let each = child {
            if isLabel(each) { Widget(made: each).setAccessibleHidden(true) }
            child = gtk_widget_get_next_sibling(each)
        }
    }
}
