import GtkBridge
import PhotoCore

// The filter of the list: kept from one start to the next.

extension PhotoWindow {
    static func filterMenu() -> Menu {
        let menu = Menu()
        for choice in FilterChoice.all { menu.append(choice.displayName, action: "win.filter::\(choice.id)") }
        return menu
    }

    func addFilterAction() {
        if let filter = isScreenshot ? nil : storedFilter { list.filter = filter }
        filterAction = window.addAction("filter", choosing: list.filter.id) { [weak self] id in
            if let choice = FilterChoice(id: id) { self?.setFilter(choice) }
        }
        window.addAction("undo-filter-all") { [weak self] in self?.undoFilterAll() }
    }

    /// Gives every photo of the list the filter `choice`, also those that had one of their own.
    func filterAll(_ choice: FilterChoice) {
        filtersBefore = (list.filter, program.choices.all)
        setFilter(choice)
        program.choices.forgetAll()
        filterAction?.choice = choice.id
        toasts.say(
            choice.changesNothing
                ? "No filter for all photos" : "\(choice.displayName) for all photos",
            button: "Undo", action: "win.undo-filter-all", seconds: 8)
    }

    private func undoFilterAll() {
        guard let (filter, choices) = filtersBefore else { return }
        filtersBefore = nil
        setFilter(filter)
        filterAction?.choice = filter.id
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
