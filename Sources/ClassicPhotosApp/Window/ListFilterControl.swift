import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// The filter of the list, stored between starts.
@MainActor
final class ListFilterControl {
    /// Called when photos have lost or regained their own filters.
    var onOwnFilters: (@MainActor () -> Void)?

    private let filters: ListFilters
    private let commands: WindowCommands
    private let settings: Settings
    private let toasts: ToastOverlay
    /// The filters that `giveAll` replaced: the list's, and the photos' own.
    private var before: (list: FilterChoice, own: [URL: FilterChoice])?

    /// Adds the filter commands of `filters` to `commands`; `restores` the last choice.
    init(
        of filters: ListFilters, commands: WindowCommands, settings: Settings, toasts: ToastOverlay, restores: Bool
    ) {
        (self.filters, self.commands, self.settings, self.toasts) = (filters, commands, settings, toasts)
        if let filter = restores ? stored : nil { filters.common = filter }
        commands.add(.filter, choosing: filters.common.id) { [weak self] id in
            if let choice = FilterChoice(id: id) { self?.set(choice) }
        }
        commands.add(.undoFilterAll) { [weak self] in self?.undo() }
    }

    /// Applies the filter `choice` to every photo of the list, even those with their own.
    func giveAll(_ choice: FilterChoice) {
        before = (filters.common, filters.own.all)
        set(choice)
        filters.own.forgetAll()
        commands[.filter]?.choice = choice.id
        toasts.say(
            choice.changesNothing
                ? localized("Filter removed from all photos")
                : localized("\(choice.displayName) applied to all photos"),
            button: .undoFilterAll, seconds: 8)
    }

    private func undo() {
        guard let (filter, choices) = before else { return }
        before = nil
        set(filter)
        commands[.filter]?.choice = filter.id
        filters.own.all = choices
        onOwnFilters?()
    }

    private var stored: FilterChoice? {
        let percent = settings.integer("filter-amount", default: -1)
        return FilterChoice(
            id: settings.string("filter", default: ""), amount: percent < 0 ? nil : Double(percent) / 100)
    }

    private func set(_ choice: FilterChoice) {
        filters.common = choice
        store(choice)
    }

    /// Stores the filter of this window, for the preferences over it, which show and change that.
    func storeShown() { if stored != filters.common { store(filters.common) } }

    private func store(_ choice: FilterChoice) {
        settings.quietly {
            settings.set("filter", choice.id)
            let isUsual = choice.amount == choice.kind.defaultAmount
            settings.set("filter-amount", isUsual ? -1 : Int((choice.amount * 100).rounded()))
        }
    }

    /// Applies the stored filter, whose setting `key` was changed elsewhere. An amount applies to that filter alone: a
    /// window may have chosen another one.
    func follow(_ key: String) {
        guard let choice = stored, choice != filters.common else { return }
        guard key != "filter-amount" || choice.kind == filters.common.kind else { return }
        filters.common = choice
        commands[.filter]?.choice = choice.id
        onOwnFilters?()
    }
}
