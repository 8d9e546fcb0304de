import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

@MainActor
final class WallpaperSetting {
    private let whole: WholePhotos
    private let saving: SavingControl

    /// A wallpaper is large and visible for long.
    private static let options = ExportOptions(format: .jpeg, quality: 95, keepsMetadata: false)

    init(of whole: WholePhotos, saving: SavingControl) {
        self.whole = whole
        self.saving = saving
    }

    /// Uses the photo as shown: rotated and filtered, at full size. An unmodified photo is used unchanged, and so is
    /// one that is cut short, which cannot be exported.
    func set(_ target: PhotoTarget) {
        let (load, turn, filter) = whole.meant.view(of: target)
        guard turn != .topLeft || !filter.changesNothing else { return setOriginal(target) }
        let photo = SavedPhoto(
            name: target.name, location: .success(target.url), held: load?.wholeData, filter: filter, turn: turn)
        whole.files.makeFolder(on: MainContext.shared) { [weak self] made in
            switch made {
            case .success(let folder): self?.export(photo, of: target, to: folder)
            case .failure(let failure):
                self?.whole.window.sayFailure("\(target.name)\n\n\(failure)") { [weak self] in self?.set(target) }
            }
        }
    }

    private func setOriginal(_ target: PhotoTarget) {
        whole.withFile(of: target) { [weak self] in self?.set(target, $0) }
    }

    private func export(_ photo: SavedPhoto, of target: PhotoTarget, to folder: URL) {
        let keeping = PhotoSaving(
            .export(Self.options), count: 1, to: .folder(folder.filePath), services: saving.services,
            seenSince: whole.meant.seenSince
        ) { _ in photo }
        saving.running.start(keeping) { [weak self] outcome in
            guard let self else { return }
            if let file = outcome.lastFile { return set(target, file.path.url()) }
            whole.files.removeFolder(folder)
            guard let missing = outcome.missing.first, !outcome.isCancelled else { return }
            if case .decode = missing.failure { return setOriginal(target) }
            whole.window.sayFailure("\(photo.name)\n\n\(missing.failure)") { [weak self] in self?.set(target) }
        }
    }

    private func set(_ target: PhotoTarget, _ file: URL) {
        Wallpaper.set(file) { [weak self] result in
            switch result {
            case .success: self?.whole.toasts.say(DesktopText.wallpaperSet)
            case .failure(.cancelled): break
            case .failure(let failure):
                self?.whole.window.sayFailure("\(target.name)\n\n\(Wallpaper.words(for: failure))")
            }
        }
    }
}
