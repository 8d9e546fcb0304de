import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Taking photos along: the one that is looked at, and those that are selected.
@MainActor
final class SavingControl {
    unowned let owner: PhotoWindow
    /// What all of a window's are saved and exported by; made when the first is.
    private(set) lazy var services = PhotoSaving.Services(
        fetcher: owner.program.photoFetcher,
        exporter: PhotoExporter(decoder: Decoders.standard.photos, encoder: PictureEncoder()),
        mainContext: MainContext.shared)
    let running: RunningSaves
    /// Kept for as long as it is shown.
    private var chooser: FileChooser?
    /// Kept until the next: a key that closes it comes back to its widgets once more.
    var exportDialog: ExportDialog?

    /// Nothing is taken along yet.
    init(of owner: PhotoWindow) {
        self.owner = owner
        running = RunningSaves(in: owner.frame)
        owner.commands.add(.saveOriginals) { [weak self] in self?.keepMeant(.original) }
        owner.commands.add(.exportPhotos) { [weak self] in self?.exportMeant() }
    }

    /// Asks where to, and saves the photo there as it came, byte for byte.
    func saveOriginal(of record: PhotoRecord) { askWhereToSave(.original, ChosenPhotos(shown(record))) }

    /// The photo of the page, as it is seen there.
    func shown(_ record: PhotoRecord) -> SavedPhoto {
        SavedPhoto(
            name: record.name, location: record.location, held: owner.photos?.current?.wholeData,
            filter: owner.list.filterChoice(of: record), turn: owner.photos?.shownTurn ?? .topLeft)
    }

    /// Those selected, or else the one whose row has the keyboard, in the order of the list, as they are seen in it.
    var meantPhotos: ChosenPhotos? {
        let list = owner.list
        guard let catalogue = list.catalogue else { return nil }
        let entries = list.meantEntries
        return entries.isEmpty
            ? nil : ChosenPhotos(entries, in: catalogue) { list.filterChoice(of: $0) }
    }

    private func keepMeant(_ kind: PhotoSaving.Kind) {
        if let meantPhotos { askWhereToSave(kind, meantPhotos) }
    }

    // MARK: - Where to

    /// Asks for a file for one photo, for a folder for several, and begins.
    func askWhereToSave(_ kind: PhotoSaving.Kind, _ chosen: ChosenPhotos) {
        let verb = kind == .original ? "Save" : "Export"
        let chooser: FileChooser
        if chosen.count == 1 {
            chooser = FileChooser(
                parent: owner.window, title: kind == .original ? "Save Original" : "Export", accept: "_\(verb)",
                saving: kind.fileName(for: chosen.photo(0).fileName))
        } else {
            let title = "\(verb) \(LoadingText.photos(chosen.count)) to a Folder"
            chooser = FileChooser(choosingFolder: title, parent: owner.window, accept: "_\(verb)")
        }
        self.chooser = chooser
        chooser.present { [weak self, weak chooser] address in
            self?.chooser = nil
            if let path = address.flatMap(URL.init(string:))?.filePath {
                self?.keep(kind, chosen, to: chosen.count == 1 ? .file(path) : .folder(path))
            } else if let address = chooser?.addressWithoutPath {
                self?.owner.window.sayFailure(SavingText.elsewhere(address))
            }
        }
    }

    // MARK: - Saving

    private func keep(_ kind: PhotoSaving.Kind, _ chosen: ChosenPhotos, to target: PhotoSaving.Target) {
        let keeping = PhotoSaving(
            kind, count: chosen.count, to: target, services: services, seenSince: owner.photos?.seenSince,
            photo: chosen.photo)
        running.start(keeping) { [weak self] outcome in
            self?.say(outcome, of: kind, to: target) { [weak self] in
                let missing = chosen.some(outcome.missing.map(\.number))
                self?.keep(kind, missing, to: target)
            }
        }
    }

    private func say(
        _ outcome: SaveOutcome, of kind: PhotoSaving.Kind, to target: PhotoSaving.Target,
        retry: @escaping @MainActor () -> Void
    ) {
        guard !owner.isClosed else { return }
        let place = target.path.shownName
        if let text = SavingText.done(kind, outcome, place: place) { owner.toasts.say(text) }
        guard let text = SavingText.failures(kind, outcome, place: place) else { return }
        // Another try is for those that are remembered.
        let canRetry = outcome.missing.contains { $0.failure.canRetry } && !outcome.isCancelled
        owner.window.sayFailure(text, act: canRetry ? retry : nil)
    }
}

extension PhotoSaving.Target {
    /// The file's or the folder's.
    var path: FilePath {
        switch self {
        case .file(let path), .folder(let path): path
        }
    }
}
