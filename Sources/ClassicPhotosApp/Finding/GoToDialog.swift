import GtkBridge
import PhotoCore

/// Asks for a row to go to.
///
/// The window retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class GoToDialog {
    private let dialog: MessageDialog
    private let entry: Entry
    private let count: Int
    private let namesAreInOrder: Bool

    /// A dialog for a list of `count` rows; it accepts the start of a name if names are in order.
    init(parent: ApplicationWindow, count: Int, namesAreInOrder: Bool) {
        self.count = count
        self.namesAreInOrder = namesAreInOrder
        let ways =
            namesAreInOrder
            ? localized("Enter a row number, a percentage, or the start of a name")
            : localized("Enter a row number or a percentage")
        dialog = MessageDialog(
            parent: parent, heading: localized("Go To"), body: ways, accept: localized("_Go"),
            cancel: DialogLabel.cancel)
        entry = Entry(placeholder: namesAreInOrder ? localized("1234, 50% or M") : localized("1234 or 50%"))
        entry.setAccessibleLabel(localized("Row"))
        dialog.setEnabled("accept", false)
        dialog.setExtraChild(entry)
        entry.onChanged { [weak self] in
            guard let self else { return }
            dialog.setEnabled("accept", target != .none)
        }
    }

    private var target: GoToTarget { GoToTarget(entry.text, count: count, namesAreInOrder: namesAreInOrder) }

    /// Shows it; calls `answered` with the target, or `.none`.
    func present(_ answered: @escaping @MainActor (GoToTarget) -> Void) {
        dialog.present { [weak self] answer in answered(answer == "accept" ? self?.target ?? .none : .none) }
        entry.grabFocus()
    }
}
