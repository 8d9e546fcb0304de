import CGtk
import GLibBridge

/// A modal dialog: a bar with its title between the two responses, and its content below. Escape gives the left
/// response.
@MainActor
package final class DialogWindow {
    private let window: Widget
    private let header = Widget(made: adw_header_bar_new())
    private let content = Box(.vertical)
    private let accepting: Button
    private var answered: (@MainActor (Bool) -> Void)?

    /// A hidden dialog called `title`, up to `width` points wide. `accept` and `cancel` label its
    /// responses.
    package init(parent: ApplicationWindow, title: String, width: Int, accept: String, cancel cancelLabel: String) {
        window = Widget(made: adw_window_new())
        accepting = Button(accept)
        let handle: UnsafeMutablePointer<GtkWindow> = window.object.typed()
        gtk_window_set_title(handle, title)
        gtk_window_set_transient_for(handle, parent.object.typed())
        gtk_window_set_modal(handle, 1)
        // Larger text takes more of it.
        gtk_window_set_default_size(handle, CInt(points: Double(width) * max(1, min(Style.textScale, 3))), -1)
        adw_header_bar_set_show_start_title_buttons(header.opaque, 0)
        adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
        let cancel = Button(cancelLabel)
        cancel.setAccessibleLabel(Mnemonic.removed(from: cancelLabel))
        cancel.onClicked { [weak self] in self?.close() }
        accepting.setAccessibleLabel(Mnemonic.removed(from: accept))
        accepting.addClass("suggested-action")
        accepting.onClicked { [weak self] in self?.accept() }
        adw_header_bar_pack_start(header.opaque, cancel.widget)
        adw_header_bar_pack_end(header.opaque, accepting.widget)
        gtk_window_set_default_widget(handle, accepting.widget)
        content.append(header)
        adw_window_set_content(window.object.typed(), content.widget)
        for keys in ["Escape", "<Control>w"] { window.addKeys(keys, action: "window.close") }
        Signal.connect(window.object.pointer, "close-request") { [weak self] in
            self?.answer(false)
            return false
        }
    }

    /// Sets the content below the bar; it scrolls if there is too little space.
    package func setContent(_ child: Widget) {
        let scrolled = ScrolledWindow(child: child)
        gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
        scrolled.expand(vertically: true)
        content.append(scrolled)
    }

    /// Shows it; calls `answered` once with whether it was accepted. Retain it until then.
    package func present(_ answered: @escaping @MainActor (Bool) -> Void) {
        self.answered = answered
        // Enter accepts the previous values; Tab leads to the rest.
        accepting.grabFocus()
        gtk_window_present(window.object.typed())
    }

    private func accept() {
        answer(true)
        close()
    }

    private func close() { gtk_window_close(window.object.typed()) }

    private func answer(_ isAccepted: Bool) {
        let answered = answered
        self.answered = nil
        answered?(isAccepted)
    }
}

@MainActor
package enum AboutWindow {
    package static func present(
        parent: ApplicationWindow, name: String, icon: String, version: String, developers: String
    ) {
        let about = Widget(made: adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, name)
        adw_about_window_set_application_icon(about.opaque, icon)
        adw_about_window_set_version(about.opaque, version)
        adw_about_window_set_developer_name(about.opaque, developers)
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
        gtk_window_set_transient_for(about.object.typed(), parent.object.typed())
        gtk_window_set_modal(about.object.typed(), 1)
        gtk_window_present(about.object.typed())
    }
}
