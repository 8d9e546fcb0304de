import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Taking photos along: the one that is looked at, and those that are selected.
@MainActor
final class KeepingControl {
    unowned let owner: PhotoWindow
    /// What all of a window's are saved and exported by; made when the first is.
    private(set) lazy var services = PhotoKeeping.Services(
        fetcher: owner.program.photoFetcher,
        exporter: PhotoExporter(decoder: PhotoDecoder(), encoder: PictureEncoder()), mainContext: MainContext.shared)
    let running: RunningKeepings
    /// Kept for as long as it is shown.
    private var chooser: FileChooser?
    /// Kept until the next: a key that closes it comes back to its widgets once more.
    var exportDialog: ExportDialog?

    /// Nothing is taken along yet.
    init(of owner: PhotoWindow) {
        self.owner = owner
        running = RunningKeepings(in: owner.frame)
        owner.commands.add(.saveOriginals) { [weak self] in self?.keepMeant(.original) }
        owner.commands.add(.exportPhotos) { [weak self] in self?.exportMeant() }
    }

    /// Asks where to, and saves the photo there as it came, byte for byte.
    func saveOriginal(of record: PhotoRecord) { askWhereToKeep(.original, ChosenPhotos(shown(record))) }

    /// The photo of the page, as it is seen there.
    func shown(_ record: PhotoRecord) -> KeptPhoto {
        KeptPhoto(
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

    private func keepMeant(_ kind: PhotoKeeping.Kind) {
        if let meantPhotos { askWhereToKeep(kind, meantPhotos) }
    }

    // MARK: - Where to

    /// Asks for a file for one photo, for a folder for several, and begins.
    func askWhereToKeep(_ kind: PhotoKeeping.Kind, _ chosen: ChosenPhotos) {
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
                self?.owner.window.sayFailure(KeepingText.elsewhere(address))
            }
        }
    }

    // MARK: - Keeping

    private func keep(_ kind: PhotoKeeping.Kind, _ chosen: ChosenPhotos, to target: PhotoKeeping.Target) {
        let keeping = PhotoKeeping(
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
        _ outcome: KeepOutcome, of kind: PhotoKeeping.Kind, to target: PhotoKeeping.Target,
        retry: @escaping @MainActor () -> Void
    ) {
        guard !owner.isClosed else { return }
        let place = target.path.shownName
        if let text = KeepingText.done(kind, outcome, place: place) { owner.toasts.say(text) }
        guard let text = KeepingText.failures(kind, outcome, place: place) else { return }
        // Another try is for those that are remembered.
        let canRetry = outcome.missing.contains { $0.failure.canRetry } && !outcome.isCancelled
        owner.window.sayFailure(text, act: canRetry ? retry : nil)
    }
}

extension PhotoKeeping.Target {
    /// The file's or the folder's.
    var path: FilePath {
        switch self {
        case .file(let path), .folder(let path): path
        }
    }
}
