import GtkBridge
import PhotoCore

/// Selects several photos one by one, with clicks or taps alone: for a person with one hand, or with a screen and no
/// keyboard. A bar below the list says so, and ends it.
@MainActor
final class SeveralControl {
    private unowned let owner: PhotoWindow
    private var bar: Revealer?

    private var list: PhotoListView { owner.list }

    /// Adds its command to `owner`.
    init(of owner: PhotoWindow) {
        self.owner = owner
        owner.commands.addToggle(.selectSeveral) { [weak self] in self?.isOn = $0 }
    }

    /// Whether clicks select photos, and keep those that are selected.
    private(set) var isOn: Bool {
        get { list.selection.keepsOthers }
        set {
            guard newValue != isOn else { return }
            list.selection.keepsOthers = newValue
            owner.commands[.selectSeveral]?.isOn = newValue
            guard newValue || bar != nil else { return }
            let bar = bar ?? makeBar()
            if !newValue, bar.hasFocus { owner.takeFocus() }
            bar.isVisible = newValue
            bar.isRevealed = newValue
            owner.say(newValue ? Self.text : "", about: .selecting)
        }
    }

    /// Ends it, and keeps what is selected; returns whether it was on.
    @discardableResult
    func end() -> Bool {
        guard isOn else { return false }
        isOn = false
        return true
    }

    private static var text: String { localized("Click photos to select them.") }

    private func makeBar() -> Revealer {
        let label = Label(Self.text)
        label.expand(horizontally: true)
        label.align(vertically: .center)
        label.wrap(lines: 5)
        let done = Button(localized("_Done"))
        done.align(vertically: .center)
        done.onClicked { [weak self] in self?.end() }
        let row = Box(.horizontal, spacing: 12, label, done)
        row.setMargins(vertical: 8, horizontal: 12)
        let bar = Revealer(child: row)
        // As in the rows.
        bar.onKey { [weak self] key in key.plainName == "Escape" && self?.end() == true }
        owner.content.insert(bar, after: owner.area)
        self.bar = bar
        return bar
    }
}
