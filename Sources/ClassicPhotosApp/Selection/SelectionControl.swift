import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Selecting photos, copying what is said of them, and saving catalogues.
@MainActor
final class SelectionControl {
    private unowned let owner: PhotoWindow
    private let saving = CatalogueSaving(mainContext: MainContext.shared)
    /// Kept for as long as it is shown.
    private var chooser: FileChooser?

    private var list: PhotoListView { owner.list }

    /// Nothing is done yet.
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

    /// Gives up what is being saved: the window closes.
    func close() { saving.cancel() }

    /// Others are selected, or another row has the keyboard.
    func enable() {
        owner.commands.set(.selection, isMet: list.selection.count > 0)
        owner.commands.set(.meant, isMet: list.areAnyMeant)
    }

    // MARK: - Copying

    private func copy(_ what: CopiedText) {
        guard let catalogue = list.catalogue else { return }
        let entries = list.meantEntries
        guard !entries.isEmpty else { return }
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            guard let (text, lines) = what.text(of: entries, in: catalogue) else { return }
            MainContext.shared.perform {
                guard let self else { return }
                if lines > 0 { Clipboard.set(text, of: self.owner.window) }
                self.owner.toasts.say(FindingText.copied(lines, what))
            }
        }
    }

    // MARK: - Saving

    /// All photos of the catalogue, in the order in which they are sorted.
    private func saveCatalogue() {
        guard let catalogue = list.catalogue else { return }
        askWhereToSave("Save Catalogue", catalogue, list.finder.allRows)
    }

    private func saveSelection() {
        guard let catalogue = list.catalogue else { return }
        let entries = list.selection.shownEntries
        guard !entries.isEmpty else { return }
        askWhereToSave("Save Selection", catalogue, RowOrder(entries, isAscending: false))
    }

    private func askWhereToSave(_ title: String, _ catalogue: Catalogue, _ order: RowOrder) {
        let name = SaveTarget.suggestedName(catalogue.facts.title ?? owner.opening.source?.title ?? "Catalogue")
        let chooser = FileChooser(parent: owner.window, title: title, accept: "_Save", saving: name)
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

    /// The chooser has asked about the name that was typed, not about the one that its ending makes of it.
    private func saveOrAsk(_ catalogue: Catalogue, _ order: RowOrder, to target: SaveTarget) {
        guard target.isRenamed, target.path.status() != nil else { return save(catalogue, order, to: target) }
        let dialog = MessageDialog(
            parent: owner.window, heading: "Replace “\(target.name)”?",
            body: "A file with that name already exists. Replacing it will overwrite its contents.")
        dialog.addResponse("cancel", label: "_Cancel")
        dialog.addResponse("replace", label: "_Replace", isSuggested: true)
        dialog.setResponses(default: "cancel", close: "cancel")
        dialog.present { [weak self] in if $0 == "replace" { self?.save(catalogue, order, to: target) } }
    }

    private func save(_ catalogue: Catalogue, _ order: RowOrder, to target: SaveTarget) {
        saving.save(catalogue, order, as: target.format, to: target.path) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let count): owner.toasts.say(FindingText.saved(count, to: target.name))
            case .failure(let failure): owner.window.sayFailure("\(target.name)\n\n\(failure)")
            }
        }
    }
}

/// Which photos of the list are meant where none is named.
extension PhotoListView {
    /// The entry whose row has the keyboard, or had it before a menu took it; nil where no row shows it any more.
    var lastFocusedEntry: Int? {
        guard let lastFocused = placing.lastFocused, row(of: lastFocused) != nil else { return nil }
        return records.entry(of: lastFocused)
    }

    /// The photos that are shown and selected, in the order of the list; where none is, the one whose row has the
    /// keyboard.
    var meantEntries: [UInt32] {
        let selected = selection.count > 0 ? selection.shownEntries : []
        return selected.isEmpty ? lastFocusedEntry.map { [UInt32($0)] } ?? [] : selected
    }

    /// Whether there are any; without listing them, of which there may be a million.
    var areAnyMeant: Bool { selection.count > 0 || lastFocusedEntry != nil }
}
