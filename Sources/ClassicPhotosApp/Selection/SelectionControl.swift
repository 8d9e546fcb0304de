import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Selects photos, copies their names and addresses, and saves catalogues.
@MainActor
final class SelectionControl {
    private unowned let owner: PhotoWindow
    /// Retained while it is open.
    private var chooser: FileChooser?

    private var list: PhotoListView { owner.list }

    /// Adds its commands.
    init(of owner: PhotoWindow) {
        self.owner = owner
        let commands = owner.commands
        commands.add(.selectAll) { [weak self] in self?.list.selection.selectAll() }
        commands.add(.invertSelection) { [weak self] in self?.list.selection.invert() }
        commands.add(.selectNone) { [weak self] in self?.list.selection.unselectAll() }
        commands.add(.copyNames) { [weak self] in self?.copy(.names) }
        commands.add(.copyAddresses) { [weak self] in self?.copy(.addresses) }
        commands.add(.saveSelection) { [weak self] in self?.saveSelection() }
        commands.add(.saveCatalogue) { [weak self] in self?.saveCatalogue() }
    }

    /// The selection or the focused row has changed.
    func enable() {
        owner.commands.set(.selection, isMet: list.selection.count > 0)
        owner.commands.set(.meant, isMet: !list.meant.isEmpty)
    }

    // MARK: - Copying

    private func copy(_ what: CopiedText) {
        guard let catalogue = list.catalogue else { return }
        let entries = list.meant.entries
        guard !entries.isEmpty else { return }
        let copying = TextCopying(
            what, of: entries, in: catalogue, reader: list.library.reader(of: catalogue),
            mainContext: MainContext.shared)
        owner.keeping.running.start(copying) { [weak self] text, outcome in
            guard let self, !owner.isClosed, !outcome.isCancelled else { return }
            let lines = outcome.keptCount
            if lines > 0 { Clipboard.set(text, of: owner.window) }
            if lines > 0 || outcome.missingCount == 0 { owner.toasts.say(FindingText.copied(lines, what)) }
            if let missing = SavingText.notCopied(outcome) { owner.window.sayFailure(missing) }
        }
    }

    // MARK: - Saving

    private func saveCatalogue() {
        guard let catalogue = list.catalogue else { return }
        askWhereToSave(localized("Save Catalogue"), catalogue, list.finder.allRows)
    }

    private func saveSelection() {
        guard let catalogue = list.catalogue else { return }
        let entries = list.selection.shownEntries
        guard !entries.isEmpty else { return }
        askWhereToSave(localized("Save Selection"), catalogue, RowOrder(entries, isAscending: false))
    }

    private func askWhereToSave(_ title: String, _ catalogue: Catalogue, _ order: RowOrder) {
        let name = SaveTarget.suggestedName(
            catalogue.facts.title ?? owner.opening.source?.title ?? localized("Catalogue"))
        let chooser = FileChooser(parent: owner.window, title: title, accept: localized("_Save"), saving: name)
        for format in CatalogueSaver.Format.allCases {
            chooser.addFilter(format.displayName, patterns: ["*.\(format.pathExtension)"])
        }
        self.chooser = chooser
        chooser.present { [weak self, weak chooser] address in
            self?.chooser = nil
            guard let self, let path = address.flatMap(URL.init(string:))?.filePath else { return }
            let formats = CatalogueSaver.Format.allCases
            let target = SaveTarget(path, chosen: chooser?.chosenFilter.map { formats[$0] } ?? .propertyList)
            saveOrAsk(catalogue, order, to: target)
        }
    }

    /// The chooser has asked about the typed name, not about the name with an added extension.
    private func saveOrAsk(_ catalogue: Catalogue, _ order: RowOrder, to target: SaveTarget) {
        guard target.isRenamed, target.path.status() != nil else { return save(catalogue, order, to: target) }
        let dialog = MessageDialog(
            parent: owner.window, heading: localized("Replace “\(target.name)”?"),
            body: localized("A file with that name already exists. Replacing it will overwrite its contents."))
        dialog.addResponse("cancel", label: DialogLabel.cancel)
        dialog.addResponse("replace", label: localized("_Replace"), isSuggested: true)
        dialog.setResponses(default: "cancel", close: "cancel")
        dialog.present { [weak self] in if $0 == "replace" { self?.save(catalogue, order, to: target) } }
    }

    private func save(_ catalogue: Catalogue, _ order: RowOrder, to target: SaveTarget) {
        let saving = CatalogueSaving(
            order, of: catalogue, as: target.format, to: target.path, reader: list.library.reader(of: catalogue),
            mainContext: MainContext.shared)
        owner.keeping.running.start(saving, name: target.name) { [weak self] result in
            guard let self, !owner.isClosed else { return }
            switch result {
            case .success(let outcome):
                if let text = SavingText.done(outcome, place: target.name) {
                    if !outcome.isCancelled { owner.keeping.notices.ended(text, file: target.path) }
                    owner.toasts.say(text)
                }
                guard let text = SavingText.failures(.original, outcome, place: target.name) else { return }
                let canRetry = !outcome.isCancelled && outcome.missing.contains { $0.failure.canRetry }
                let retry: @MainActor () -> Void = { [weak self] in self?.save(catalogue, order, to: target) }
                owner.window.sayFailure(text, act: canRetry ? retry : nil)
            case .failure(let failure): owner.window.sayFailure("\(target.name)\n\n\(failure)")
            }
        }
    }
}
