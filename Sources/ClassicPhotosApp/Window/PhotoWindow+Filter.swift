import GtkBridge
import PhotoCore

// The filter of the list: kept from one start to the next.

extension PhotoWindow {
    func addFilterAction() {
        if let filter = isScreenshot ? nil : storedFilter { list.filter = filter }
        commands.add(.filter, choosing: list.filter.id) { [weak self] id in
            if let choice = FilterChoice(id: id) { self?.setFilter(choice) }
        }
        commands.add(.undoFilterAll) { [weak self] in self?.undoFilterAll() }
    }

    /// Gives every photo of the list the filter `choice`, also those that had one of their own.
    func filterAll(_ choice: FilterChoice) {
        filtersBefore = (list.filter, program.choices.all)
        setFilter(choice)
        program.choices.forgetAll()
        commands[.filter]?.choice = choice.id
        toasts.say(
            choice.changesNothing
                ? "No filter for all photos" : "\(choice.displayName) for all photos",
            button: .undoFilterAll, seconds: 8)
    }

    private func undoFilterAll() {
        guard let (filter, choices) = filtersBefore else { return }
        filtersBefore = nil
        setFilter(filter)
        commands[.filter]?.choice = filter.id
        program.choices.all = choices
        photos?.filters?.choiceMayHaveChanged()
    }

    private var storedFilter: FilterChoice? {
        let percent = program.settings.integer("filter-amount", default: -1)
        return FilterChoice(
            id: program.settings.string("filter", default: ""), amount: percent < 0 ? nil : Double(percent) / 100)
    }

    private func setFilter(_ choice: FilterChoice) {
        list.filter = choice
        program.settings.set("filter", choice.id)
        let isUsual = choice.amount == choice.kind.defaultAmount
        program.settings.set("filter-amount", isUsual ? -1 : Int((choice.amount * 100).rounded()))
    }
}
