import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Saves photos: the one on its page, or the selected ones.
@MainActor
final class SavingControl {
    unowned let owner: PhotoWindow
    /// The shared services of a window's saves; created on first use.
    private(set) lazy var services = PhotoSaving.Services(
        fetcher: owner.program.photoFetcher,
        exporter: PhotoExporter(decoder: Decoders.standard.photos, encoder: Decoders.standard.encoder),
        mainContext: MainContext.shared)
    let running: RunningSaves
    /// What the desktop says of saves.
    let notices: SaveNotices
    /// Retained while it is open.
    private var chooser: FileChooser?
    private var naming: LibraryNaming?
    /// Retained until the next: the key that closes it reaches its widgets once more.
    var exportDialog: ExportDialog?

    init(of owner: PhotoWindow) {
        self.owner = owner
        running = RunningSaves(in: owner.frame) { [weak owner] in owner?.takeFocus() }
        notices = SaveNotices(of: owner.window, owner.program.application)
        owner.commands.add(.saveOriginal) { [weak self] in self?.withShown { $0.saveOriginal(of: $1) } }
        owner.commands.add(.export) { [weak self] in self?.withShown { $0.export($1) } }
        owner.commands.add(.saveOriginals) { [weak self] in self?.keepMeant(.original) }
        owner.commands.add(.exportPhotos) { [weak self] in self?.exportMeant() }
    }

    private func withShown(_ body: @MainActor (SavingControl, PhotoRecord) -> Void) {
        if let record = owner.photos?.record { body(self, record) }
    }

    /// Asks for a file, and saves the photo unchanged, byte for byte.
    func saveOriginal(of record: PhotoRecord) { askWhereToSave(.original, ChosenPhotos(shown(record))) }

    /// The photo of the page, as shown there.
    func shown(_ record: PhotoRecord) -> SavedPhoto {
        SavedPhoto(
            name: record.name, location: record.location, held: owner.photos?.current?.wholeData,
            filter: owner.list.filters.choice(of: record), turn: owner.photos?.page.canvas.turn ?? .topLeft,
            library: owner.list.catalogue?.libraryPhoto(of: record))
    }

    /// The selected photos, otherwise the focused one, in the list's order and as shown in it.
    var meantPhotos: ChosenPhotos? {
        let list = owner.list
        guard let catalogue = list.catalogue else { return nil }
        let entries = list.meant.entries
        if entries.isEmpty { return nil }
        return ChosenPhotos(entries, in: catalogue, reader: list.library.reader(of: catalogue)) {
            list.filters.choice(of: $0)
        }
    }

    private func keepMeant(_ kind: PhotoSaving.Kind) {
        if let meantPhotos { askWhereToSave(kind, meantPhotos) }
    }

    // MARK: - Where to

    /// Asks for a file for one photo, for a folder for several or one whose name is not read, and begins.
    func askWhereToSave(_ kind: PhotoSaving.Kind, _ chosen: ChosenPhotos) {
        naming = nil
        guard let library = chosen.one?.library else {
            return askWhereToSave(kind, chosen, called: nil)
        }
        // Its row is called by its date. A person does not wait for the name, nor for a server that gives none.
        naming = LibraryNaming(of: library, known: owner.photos?.current?.facts, by: owner.program.photoFetcher) {
            [weak self] name in
            if let self, !owner.isClosed { askWhereToSave(kind, chosen, called: name) }
        }
    }

    private func askWhereToSave(_ kind: PhotoSaving.Kind, _ chosen: ChosenPhotos, called name: String?) {
        let accept = kind == .original ? localized("_Save") : localized("_Export")
        let chooser: FileChooser
        let one = chosen.one
        if let one {
            chooser = FileChooser(
                parent: owner.window, title: kind == .original ? localized("Save Original") : localized("Export"),
                accept: accept, saving: kind.fileName(for: name ?? one.fileName))
        } else {
            chooser = FileChooser(
                choosingFolder: SavingText.choosingFolder(kind, chosen.count), parent: owner.window, accept: accept)
        }
        self.chooser = chooser
        chooser.present { [weak self, weak chooser] address in
            self?.chooser = nil
            if let path = address.flatMap(URL.init(string:))?.filePath {
                self?.keep(kind, chosen, to: one != nil ? .file(path) : .folder(path))
            } else if let address = chooser?.addressWithoutPath {
                self?.owner.window.sayFailure(SavingText.elsewhere(address))
            }
        }
    }

    // MARK: - Saving

    private func keep(_ kind: PhotoSaving.Kind, _ chosen: ChosenPhotos, to target: PhotoSaving.Target) {
        let keeping = PhotoSaving(
            kind, chosen, to: target, services: services, seenSince: owner.photos?.loads.seenSince)
        running.start(keeping) { [weak self, weak keeping] outcome in
            guard let self, let missed = keeping?.missed else { return }
            say(outcome, of: kind, to: target, retry: missed)
        }
    }

    private func say(
        _ outcome: SaveOutcome, of kind: PhotoSaving.Kind, to target: PhotoSaving.Target, retry missed: ChosenPhotos
    ) {
        guard !owner.isClosed else { return }
        let place = target.path.shownName
        if let text = SavingText.notice(kind, outcome, place: place) {
            notices.ended(text, file: outcome.lastFile?.path)
        }
        if let text = SavingText.done(kind, outcome, place: place) { owner.toasts.say(text) }
        guard let text = SavingText.failures(kind, outcome, place: place) else { return }
        // A retry only covers remembered failures.
        let canRetry = missed.count > 0 && outcome.missing.contains { $0.failure.canRetry } && !outcome.isCancelled
        let retry: @MainActor () -> Void = { [weak self] in self?.keep(kind, missed, to: target) }
        owner.window.sayFailure(text, act: canRetry ? retry : nil)
    }
}

extension PhotoSaving.Target {
    var path: FilePath {
        switch self {
        case .file(let path), .folder(let path): path
        }
    }
}
