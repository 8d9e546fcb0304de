import CGtk
import GLibBridge

/// A search bar that slides in below the header bar; Escape closes it.
package final class SearchBar: Widget {
    /// A hidden bar with `content`, which contains `entry`.
    package convenience init(_ content: Widget, entry: SearchEntry) {
        self.init(made: gtk_search_bar_new())
        gtk_search_bar_set_child(opaque, content.widget)
        gtk_search_bar_connect_entry(opaque, entry.opaque)
        gtk_search_bar_set_show_close_button(opaque, 0)
        // GTK closes it only from the entry, not from a button.
        onKey { [weak self] key in
            guard key.plainName == "Escape", let self, isShown else { return false }
            isShown = false
            return true
        }
    }

    /// Opens when a person types in `widget` outside text fields, if `isWanted`, and takes the text.
    ///
    /// gtk_search_bar_set_key_capture_widget is insufficient: it selects the opening letter, so the next one overwrites
    /// it, and spaces typed before the bar has its layout and focus go to the list's rows.
    package func appear(
        onTypingIn widget: Widget, into entry: SearchEntry, if isWanted: @escaping @MainActor () -> Bool
    ) {
        let controller = widget.add(controller: gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_CAPTURE)
        let window = widget.widget
        Signal.connect(controller, "key-pressed") {
            [weak self, weak entry] (symbol: UInt32, _: UInt32, modifiers: UInt32) in
            guard let self, let entry, let text = entry.typed, Self.types(symbol, modifiers) else { return false }
            let focus = gtk_widget_get_root(window).flatMap { gtk_root_get_focus($0) }
            let isHere = focus.map { OpaquePointer($0) } == text
            // An unmapped text receives no spaces.
            if isHere ? entry.isMapped : focus.map({ Self.isText($0) }) == true { return false }
            // A space is for the focused button or row, except within a word.
            guard symbol != UInt32(GDK_KEY_space) || isHere, isWanted() else { return false }
            if !isHere {
                isShown = true
                gtk_text_grab_focus_without_selecting(UnsafeMutablePointer(text))
                gtk_editable_set_position(text, -1)
            }
            return gtk_event_controller_key_forward(OpaquePointer(controller), UnsafeMutablePointer<GtkWidget>(text))
                != 0
        }
    }

    private static func isText(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, gtk_editable_get_type()) != 0
    }

    /// Whether a key types something, alone or with the next.
    private static func types(_ symbol: UInt32, _ modifiers: UInt32) -> Bool {
        let commands =
            GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
        guard modifiers & commands == 0 else { return false }
        let isDead = (UInt32(GDK_KEY_dead_grave)...UInt32(GDK_KEY_dead_greek)).contains(symbol)
        let character = gdk_keyval_to_unicode(symbol)
        return isDead || symbol == UInt32(GDK_KEY_Multi_key) || character >= 0x20 && character != 0x7F
    }

    package var isShown: Bool {
        get { gtk_search_bar_get_search_mode(opaque) != 0 }
        set { gtk_search_bar_set_search_mode(opaque, newValue ? 1 : 0) }
    }

    package func onShown(_ body: @escaping @MainActor () -> Void) { onNotify("search-mode-enabled", body) }
}
