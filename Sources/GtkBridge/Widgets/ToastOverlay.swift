import CGtk
import GLibBridge

/// A view with toasts over its lower part.
///
/// Shows one at a time: a new toast replaces the previous one, which is outdated; libadwaita would queue them. A toast
/// with a button that was interrupted by one without returns afterwards.
package final class ToastOverlay: Widget {
    private struct Word {
        var text: String
        /// The label, and the button's action.
        var button: (label: String, action: String)?
        var seconds: Int
    }

    /// libadwaita's default.
    private static let usualSeconds = 5
    /// Longer than a toast's appearance: libadwaita 1.2 frees one twice that leaves earlier.
    private static let comesWithinMilliseconds = 500

    private var shown: (toast: ObjectReference, word: Word, since: Int)?
    private var next: Word?
    private var interrupted: Word?
    private var turn: MainTimer?

    package convenience init() { self.init(made: adw_toast_overlay_new()) }

    package func setChild(_ child: Widget) { adw_toast_overlay_set_child(opaque, child.widget) }

    /// Shows `text` for some seconds.
    package func say(_ text: String) {
        if let word = next ?? shown?.word, word.button != nil { interrupted = word }
        say(Word(text: text, seconds: Self.usualSeconds))
    }

    /// Shows `text` for `seconds`, with a button that activates `action`, such as "win.NAME".
    package func say(_ text: String, button label: String, action: String, seconds: Int) {
        interrupted = nil
        say(Word(text: text, button: (label, action), seconds: seconds))
    }

    /// Removes a toast with a button: its offer is no longer available.
    package func dismissOffer() {
        interrupted = nil
        if next?.button != nil { next = nil }
        // The toast of a pressed button leaves by itself; libadwaita 1.2 frees one twice that is dismissed twice.
        guard next == nil, shown?.word.button != nil else { return }
        turn = MainTimer(after: Self.comesWithinMilliseconds) { [weak self] in
            guard let self, shown?.word.button != nil else { return }
            dismiss()
        }
    }

    private func say(_ word: Word) {
        next = word
        guard let shown else { return showNext() }
        let rest = shown.since + Self.comesWithinMilliseconds - MonotonicClock.milliseconds
        if rest <= 0 { return showNext() }
        turn = MainTimer(after: rest) { [weak self] in self?.showNext() }
    }

    private func showNext() {
        turn = nil
        guard let word = next, let toast = Self.toast(word) else { return }
        next = nil
        dismiss()
        let made = ObjectReference(borrowing: UnsafeMutableRawPointer(toast))
        shown = (made, word, MonotonicClock.milliseconds)
        Signal.connect(made.pointer, "dismissed") { [weak self, weak made] in
            if let self, let made, shown?.toast === made { dismissed() }
        }
        adw_toast_overlay_add_toast(opaque, toast)
        // Its buttons have no names of their own. libadwaita makes them at once, as the last one is on its way out.
        if let child = gtk_widget_get_last_child(widget) { AccessibleNames.tidy(child) }
    }

    private func dismiss() {
        guard let shown else { return }
        // Dismissed on purpose: nothing returns.
        self.shown = nil
        // While it goes out, a screen reader still reaches its button, whose press would come to nothing.
        adw_toast_set_button_label(shown.toast.opaque, nil)
        adw_toast_dismiss(shown.toast.opaque)
    }

    /// It timed out, or a person closed it or pressed its button.
    private func dismissed() {
        shown = nil
        if next == nil { next = interrupted }
        interrupted = nil
        // Not while libadwaita is still processing it.
        if next != nil { turn = MainTimer(after: 0) { [weak self] in self?.showNext() } }
    }

    /// libadwaita's own title is one line, which narrow windows cut off. Escapes the title, which adw_toast_new parses
    /// as markup.
    private static func toast(_ word: Word) -> OpaquePointer? {
        guard let toast = adw_toast_new(escaped(word.text)) else { return nil }
        let title = Label(word.text)
        title.addClass("heading")
        title.wrap(lines: 2)
        title.preferOneLine()
        adw_toast_set_custom_title(toast, title.widget)
        if let button = word.button {
            adw_toast_set_button_label(toast, button.label)
            adw_toast_set_action_name(toast, button.action)
        }
        adw_toast_set_timeout(toast, guint(word.seconds))
        return toast
    }
}
