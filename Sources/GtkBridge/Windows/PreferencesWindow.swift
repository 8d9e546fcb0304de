import CGtk
import GLibBridge

/// The program's preferences: pages of groups of rows, with a search for rows (AdwPreferencesDialog, or
/// AdwPreferencesWindow in older libraries).
@MainActor
package final class PreferencesWindow {
    private let widget: Widget

    #if ADWAITA_1_5
        /// A hidden dialog called `title` with these pages. Without a search, its title has more room.
        package init(_ title: String, _ pages: [PreferencesPage], isSearchable: Bool) {
            let dialog = adw_preferences_dialog_new()
            widget = Widget(made: UnsafeMutableRawPointer(dialog)?.assumingMemoryBound(to: GtkWidget.self))
            adw_dialog_set_title(widget.object.typed(), title)
            adw_preferences_dialog_set_search_enabled(widget.object.typed(), isSearchable ? 1 : 0)
            for page in pages { adw_preferences_dialog_add(widget.object.typed(), page.object.typed()) }
            hideTabs(of: pages)
        }

        /// Shows it within `parent`; calls `closed` when the person closes it. Retain it until then.
        package func present(over parent: ApplicationWindow, closed: @escaping @MainActor () -> Void) {
            Signal.connect(widget.object.pointer, "closed", closed)
            adw_dialog_present(widget.object.typed(), parent.widget)
        }
    #else
        /// A hidden window called `title` with these pages. Without a search, its title has more room.
        package init(_ title: String, _ pages: [PreferencesPage], isSearchable: Bool) {
            widget = Widget(made: adw_preferences_window_new())
            // The library's own is not in all of the program's languages.
            gtk_window_set_title(widget.object.typed(), title)
            adw_preferences_window_set_search_enabled(widget.object.typed(), isSearchable ? 1 : 0)
            for page in pages { adw_preferences_window_add(widget.object.typed(), page.object.typed()) }
            hideTabs(of: pages)
            for keys in ["Escape", "<Control>w"] { widget.addKeys(keys, action: "window.close") }
        }

        /// Shows it over `parent`; calls `closed` when the person closes it. Retain it until then.
        package func present(over parent: ApplicationWindow, closed: @escaping @MainActor () -> Void) {
            gtk_window_set_transient_for(widget.object.typed(), parent.object.typed())
            gtk_window_set_modal(widget.object.typed(), 1)
            Signal.connect(widget.object.pointer, "close-request") { [weak self] in
                // A number that was typed applies when the focus leaves its field, which is still to be heard.
                if let self { gtk_window_set_focus(widget.object.typed(), nil) }
                closed()
                return false
            }
            gtk_window_present(widget.object.typed())
        }
    #endif

    /// The tab of an only page is not shown, but would be read out.
    private func hideTabs(of pages: [PreferencesPage]) {
        guard pages.count == 1 else { return }
        for tabs in InnerWidgets.tabs(in: widget.widget) { tabs.setAccessibleHidden(true) }
    }
}

package final class PreferencesPage: Widget {
    /// A page with the name and the icon of its tab.
    package convenience init(_ title: String, icon: String, _ groups: [PreferencesGroup]) {
        self.init(made: adw_preferences_page_new())
        adw_preferences_page_set_title(object.typed(), title)
        adw_preferences_page_set_icon_name(object.typed(), icon)
        for group in groups { adw_preferences_page_add(object.typed(), group.object.typed()) }
    }
}

/// A row that offers one of several values in a list (AdwComboRow). With large text, the chosen one is below the title,
/// where it wraps.
package final class ChoiceRow: Widget {
    private var isSetting = false
    private let isBelow = Style.textScale >= Style.largeText

    /// A row with these choices, the first of which is chosen.
    package convenience init(_ title: String, subtitle: String, _ choices: [String]) {
        self.init(made: adw_combo_row_new())
        // As a row of another kind has it. Here it is off, and the library has set the texts as they are.
        adw_preferences_row_set_use_markup(object.typed(), 1)
        adw_preferences_row_set_title(object.typed(), escaped(title))
        adw_action_row_set_subtitle(object.typed(), escaped(subtitle))
        var pointers: [UnsafePointer<CChar>?] =
            choices.map { choice in g_strdup(choice).map { UnsafePointer($0) } } + [nil]
        let model = ObjectReference(new: gtk_string_list_new(&pointers))
        for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
        adw_combo_row_set_model(object.typed(), model.opaque)
        show(isBelow ? Self.noChoice : Self.wholeChoice)
        // What is chosen is said of the row itself; the list has no name.
        for list in InnerWidgets.lists(in: widget) { list.setAccessibleHidden(true) }
        onNotify("selected") { [weak self] in self?.describe(choices, subtitle) }
        describe(choices, subtitle)
        for label in InnerWidgets.labels(in: widget) where label.hasClass("title") || label.hasClass("subtitle") {
            gtk_label_set_max_width_chars(label.opaque, Self.leastCharacters)
        }
    }

    /// The title wraps before the choice is cut off: it takes what is left, and wants no more than these.
    private static let leastCharacters: CInt = 5

    private func describe(_ choices: [String], _ subtitle: String) {
        guard choices.indices.contains(chosen) else { return }
        setAccessibleDescription(choices[chosen])
        guard isBelow else { return }
        let choice = "<b>\(escaped(choices[chosen]))</b>"
        adw_action_row_set_subtitle(object.typed(), subtitle.isEmpty ? choice : "\(choice)\n\(escaped(subtitle))")
    }

    /// Shows the chosen one by the `template` of a list's item.
    private func show(_ template: String) {
        let bytes = g_bytes_new(template, gsize(template.utf8.count))
        defer { g_bytes_unref(bytes) }
        // The list has a mark for the chosen one, and keeps the row's own factory.
        adw_combo_row_set_list_factory(object.typed(), adw_combo_row_get_factory(object.typed()))
        guard let factory = gtk_builder_list_item_factory_new_from_bytes(nil, bytes) else { return }
        adw_combo_row_set_factory(object.typed(), factory)
        g_object_unref(UnsafeMutableRawPointer(factory))
    }

    /// libadwaita cuts the chosen one off after 20 characters, which German and French exceed.
    private static let wholeChoice = """
        <interface><template class="GtkListItem"><property name="child"><object class="GtkLabel">
        <property name="ellipsize">end</property><property name="xalign">1</property>
        <property name="max-width-chars">40</property>
        <binding name="label"><lookup name="string" type="GtkStringObject"><lookup name="item">GtkListItem</lookup>
        </lookup></binding></object></property></template></interface>
        """

    private static let noChoice = """
        <interface><template class="GtkListItem"><property name="child"><object class="GtkBox"/></property></template>
        </interface>
        """

    /// The index of the chosen one.
    package var chosen: Int {
        get { Int(adw_combo_row_get_selected(object.typed())) }
        set {
            isSetting = true
            adw_combo_row_set_selected(object.typed(), guint(newValue))
            isSetting = false
        }
    }

    /// Calls `body` when the person chooses another one.
    package func onChosen(_ body: @escaping @MainActor () -> Void) {
        onNotify("selected") { [weak self] in if self?.isSetting == false { body() } }
    }
}

extension SpinButton {
    /// Calls `body` at each change for any reason.
    package func onChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "value-changed", body)
    }
}
