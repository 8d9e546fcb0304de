import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// The filter of the list: kept from one start to the next.
@MainActor
final class ListFilterControl {
    /// Told when photos have lost the filters of their own, or have got them back.
    var onOwnFilters: (@MainActor () -> Void)?

    private let list: PhotoListView
    private let commands: WindowCommands
    private let settings: Settings
    private let toasts: ToastOverlay
    /// What `giveAll` took away: the list's filter, and those that photos had of their own.
    private var before: (list: FilterChoice, own: [URL: FilterChoice])?

    /// Has the filter of `list` chosen by `commands`; what was chosen last is there again if it `restores`.
    init(
        of list: PhotoListView, commands: WindowCommands, settings: Settings, toasts: ToastOverlay, restores: Bool
    ) {
        self.list = list
        self.commands = commands
        self.settings = settings
        self.toasts = toasts
        if let filter = restores ? stored : nil { list.filter = filter }
        commands.add(.filter, choosing: list.filter.id) { [weak self] id in
            if let choice = FilterChoice(id: id) { self?.set(choice) }
        }
        commands.add(.undoFilterAll) { [weak self] in self?.undo() }
    }

    /// Gives every photo of the list the filter `choice`, also those that had one of their own.
    func giveAll(_ choice: FilterChoice) {
        before = (list.filter, list.choices.all)
        set(choice)
        list.choices.forgetAll()
        commands[.filter]?.choice = choice.id
        toasts.say(
            choice.changesNothing
                ? "Filter removed from all photos" : "\(choice.displayName) applied to all photos",
            button: .undoFilterAll, seconds: 8)
    }

    private func undo() {
        guard let (filter, choices) = before else { return }
        before = nil
        set(filter)
        commands[.filter]?.choice = filter.id
        list.choices.all = choices
        onOwnFilters?()
    }

    private var stored: FilterChoice? {
        let percent = settings.integer("filter-amount", default: -1)
        return FilterChoice(
            id: settings.string("filter", default: ""), amount: percent < 0 ? nil : Double(percent) / 100)
    }

    private func set(_ choice: FilterChoice) {
        list.filter = choice
        settings.set("filter", choice.id)
        let isUsual = choice.amount == choice.kind.defaultAmount
        settings.set("filter-amount", isUsual ? -1 : Int((choice.amount * 100).rounded()))
    }
}
