import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Taking photos along: the one that is looked at, and those that are selected.
extension PhotoWindow {
    func addKeepingActions() {
        commands.add(.saveOriginals) { [weak self] in self?.keepMeant(.original) }
        commands.add(.exportPhotos) { [weak self] in self?.exportMeant() }
    }

    /// What all of a window's are saved and exported by; made when the first is.
    func makeKeepingServices() -> PhotoKeeping.Services {
        PhotoKeeping.Services(
            fetcher: program.photoFetcher,
            exporter: PhotoExporter(decoder: PhotoDecoder(), encoder: PictureEncoder()),
            mainContext: MainContext.shared)
    }

    /// Asks where to, and saves the photo there as it came, byte for byte.
    func saveOriginal(of record: PhotoRecord) { askWhereToKeep(.original, ChosenPhotos(shown(record))) }

    /// The photo of the page, as it is seen there.
    func shown(_ record: PhotoRecord) -> KeptPhoto {
        KeptPhoto(
            name: record.name, location: record.location, held: photos?.current?.wholeData,
            filter: list.filterChoice(of: record), turn: photos?.shownTurn ?? .topLeft)
    }

    /// Those selected, or else the one whose row has the keyboard, in the order of the list, as they are seen in it.
    var meantPhotos: ChosenPhotos? {
        guard let catalogue = list.catalogue else { return nil }
        let entries = list.meantEntries
        return entries.isEmpty
            ? nil : ChosenPhotos(entries, in: catalogue) { [list] in list.filterChoice(of: $0) }
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
                parent: window, title: kind == .original ? "Save Original" : "Export", accept: "_\(verb)",
                saving: kind.fileName(for: chosen.photo(0).fileName))
        } else {
            let title = "\(verb) \(LoadingText.photos(chosen.count)) to a Folder"
            chooser = FileChooser(choosingFolder: title, parent: window, accept: "_\(verb)")
        }
        saveChooser = chooser
        chooser.present { [weak self, weak chooser] address in
            self?.saveChooser = nil
            if let path = address.flatMap(URL.init(string:))?.filePath {
                self?.keep(kind, chosen, to: chosen.count == 1 ? .file(path) : .folder(path))
            } else if let address = chooser?.addressWithoutPath {
                self?.sayFailure(KeepingText.elsewhere(address))
            }
        }
    }

    // MARK: - Keeping

    private func keep(_ kind: PhotoKeeping.Kind, _ chosen: ChosenPhotos, to target: PhotoKeeping.Target) {
        let keeping = PhotoKeeping(
            kind, count: chosen.count, to: target, services: keepingServices, seenSince: photos?.seenSince,
            photo: chosen.photo)
        keepings.start(keeping) { [weak self] outcome in
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
        guard !isClosed else { return }
        let place = target.path.shownName
        if let text = KeepingText.done(kind, outcome, place: place) { toasts.say(text) }
        guard let text = KeepingText.failures(kind, outcome, place: place) else { return }
        // Another try is for those that are remembered.
        let canRetry = outcome.missing.contains { $0.failure.canRetry } && !outcome.isCancelled
        sayFailure(text, retry: canRetry ? retry : nil)
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
