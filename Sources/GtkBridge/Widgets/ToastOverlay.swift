import CGtk
import GLibBridge

/// Room over whose lower part a word is said now and then, which goes by itself.
///
/// One at a time: the newest takes the place of the one before, which is what it was about no more. Libadwaita would
/// have it wait for the end of all before it. An offer (a word with a button) that was interrupted by a mere word comes
/// back after it.
public final class ToastOverlay: Widget {
    private struct Word {
        var text: String
        /// The label, and the action that the button activates.
        var button: (label: String, action: String)?
        var seconds: Int
    }

    private struct Shown {
        let toast: ObjectReference
        let word: Word
        let since: Int
    }

    /// As long as libadwaita's own.
    private static let usualSeconds = 5
    /// Longer than a toast takes to come: libadwaita 1.2 frees one twice that goes before.
    private static let comesWithinMilliseconds = 500

    private var shown: Shown?
    private var next: Word?
    private var interrupted: Word?
    private var turn: MainTimer?

    /// Over nothing yet.
    public convenience init() { self.init(made: adw_toast_overlay_new()) }

    /// What it lies over.
    public func setChild(_ child: Widget) { adw_toast_overlay_set_child(opaque, child.widget) }

    /// Says `text`, for some seconds.
    public func say(_ text: String) {
        if let word = next ?? shown?.word, word.button != nil { interrupted = word }
        say(Word(text: text, seconds: Self.usualSeconds))
    }

    /// Says `text` for `seconds`, with a button that activates `action`, such as "win.NAME".
    public func say(_ text: String, button label: String, action: String, seconds: Int) {
        interrupted = nil
        say(Word(text: text, button: (label, action), seconds: seconds))
    }

    /// Takes away what was said with a button: what it offers is not to be had any more.
    public func dismissOffer() {
        interrupted = nil
        if next?.button != nil { next = nil }
        // Where that button was pressed, the toast goes by itself; libadwaita 1.2 frees one twice that is dismissed
        // twice.
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
        shown = Shown(toast: made, word: word, since: MonotonicClock.milliseconds)
        Signal.connect(made.pointer, "dismissed") { [weak self, weak made] in
            if let self, let made, shown?.toast === made { dismissed() }
        }
        adw_toast_overlay_add_toast(opaque, toast)
    }

    private func dismiss() {
        guard let shown else { return }
        // Not by itself: nothing comes back.
        self.shown = nil
        adw_toast_dismiss(shown.toast.opaque)
    }

    /// It has gone by itself, or a person has closed it, or pressed its button.
    private func dismissed() {
        shown = nil
        if next == nil { next = interrupted }
        interrupted = nil
        // Not while libadwaita is still about it.
        if next != nil { turn = MainTimer(after: 0) { [weak self] in self?.showNext() } }
    }

    /// Its title is markup; adw_toast_new takes what it is given as that.
    private static func toast(_ word: Word) -> OpaquePointer? {
        guard let escaped = g_markup_escape_text(word.text, -1) else { return nil }
        defer { g_free(escaped) }
        guard let toast = adw_toast_new(escaped) else { return nil }
        if let button = word.button {
            adw_toast_set_button_label(toast, button.label)
            adw_toast_set_action_name(toast, button.action)
        }
        adw_toast_set_timeout(toast, guint(word.seconds))
        return toast
    }
}
