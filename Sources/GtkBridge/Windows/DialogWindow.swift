import CGtk
import GLibBridge

/// A modal dialog: a bar with its title between the two responses, and its content below; with large text, the
/// responses are below the content. Escape gives the left response, or the lower one.
@MainActor
package final class DialogWindow {
    private let window: DialogWidget
    private let header = Widget(made: adw_header_bar_new())
    private let content = Box(.vertical)
    private let accepting: Button
    /// The responses, if they are below the content.
    private var responses: Box?
    private var answered: (@MainActor (Bool) -> Void)?

    /// A hidden dialog called `title`, up to `width` points wide. `accept` and `cancel` label its
    /// responses.
    package init(parent: ApplicationWindow, title: String, width: Int, accept: String, cancel cancelLabel: String) {
        // Larger text takes more of it.
        window = DialogWidget(
            parent: parent, title: title, width: Int(Double(width) * max(1, min(Style.textScale, 3))))
        accepting = Button(accept)
        // The responses say enough where the title does not fit between them.
        let label = Label(title)
        label.addClass("title")
        let shownTitle = Squeezer([label, Box(.horizontal)])
        adw_header_bar_set_title_widget(header.opaque, shownTitle.widget)
        adw_header_bar_set_show_start_title_buttons(header.opaque, 0)
        adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
        let cancel = Button(cancelLabel)
        cancel.setAccessibleLabel(Mnemonic.removed(from: cancelLabel))
        cancel.onClicked { [weak self] in self?.close() }
        accepting.setAccessibleLabel(Mnemonic.removed(from: accept))
        accepting.addClass("suggested-action")
        accepting.onClicked { [weak self] in self?.accept() }
        if Style.textScale >= Style.largeText {
            // Large words have no room in one line, and the left one would lie below the right one.
            let answers = Box(.vertical, spacing: 12, accepting, cancel)
            answers.setMargins(vertical: 12, horizontal: 12)
            responses = answers
        } else {
            adw_header_bar_pack_start(header.opaque, cancel.widget)
            adw_header_bar_pack_end(header.opaque, accepting.widget)
        }
        content.append(header)
        window.setContent(content, default: accepting)
        window.onClosed { [weak self] in self?.answer(false) }
    }

    /// Sets the content below the bar; it scrolls if there is too little space.
    package func setContent(_ child: Widget) {
        let scrolled = ScrolledWindow(child: child)
        gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
        scrolled.expand(vertically: true)
        content.append(scrolled)
        if let responses { content.append(responses) }
    }

    /// Shows it; calls `answered` once with whether it was accepted. Retain it until then.
    package func present(_ answered: @escaping @MainActor (Bool) -> Void) {
        self.answered = answered
        // Enter accepts the previous values; Tab leads to the rest.
        window.present(focus: accepting)
    }

    private func accept() {
        answer(true)
        close()
    }

    private func close() { window.close() }

    private func answer(_ isAccepted: Bool) {
        let answered = answered
        self.answered = nil
        answered?(isAccepted)
    }
}
