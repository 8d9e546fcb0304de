import Foundation
import GLibBridge
import PhotoCore
import PhotoServices

/// Photos on the desktop's wall.
extension PhotoDesktop {
    /// As it is seen: turned and filtered, with all its pixels. One that is seen as it came is handed on as it came,
    /// and so is one that is cut short, which is not exported.
    func setWallpaper(_ target: PhotoTarget) {
        let (load, turn, filter) = look(at: target)
        guard turn != .topLeft || !filter.changesNothing else { return setOriginalWallpaper(target) }
        let photo = SavedPhoto(
            name: target.name, location: .success(target.url), held: load?.wholeData, filter: filter, turn: turn)
        handed.makeFolder(on: MainContext.shared) { [weak self] made in
            switch made {
            case .success(let folder): self?.export(photo, of: target, to: folder)
            case .failure(let failure):
                self?.fail("\(target.name)\n\n\(failure)") { [weak self] in self?.setWallpaper(target) }
            }
        }
    }

    /// A wall is large, and is looked at for long.
    private static let wallpaperOptions = ExportOptions(format: .jpeg, quality: 95, keepsMetadata: false)

    private func setOriginalWallpaper(_ target: PhotoTarget) {
        withFile(of: target) { [weak self] in self?.setWallpaper(target, $0) }
    }

    private func export(_ photo: SavedPhoto, of target: PhotoTarget, to folder: URL) {
        let keeping = PhotoSaving(
            .export(Self.wallpaperOptions), count: 1, to: .folder(folder.filePath), services: owner.keeping.services,
            seenSince: owner.photos?.seenSince
        ) { _ in photo }
        owner.keeping.running.start(keeping) { [weak self] outcome in
            guard let self else { return }
            if let file = outcome.lastFile { return setWallpaper(target, file.path.url()) }
            handed.removeFolder(folder)
            guard let missing = outcome.missing.first, !outcome.isCancelled else { return }
            if case .decode = missing.failure { return setOriginalWallpaper(target) }
            fail("\(photo.name)\n\n\(missing.failure)") { [weak self] in self?.setWallpaper(target) }
        }
    }

    private func setWallpaper(_ target: PhotoTarget, _ file: URL) {
        Wallpaper.set(file) { [weak self] result in
            switch result {
            case .success: self?.say(DesktopText.wallpaperSet)
            case .failure(.cancelled): break
            case .failure(let failure): self?.fail("\(target.name)\n\n\(failure)")
            }
        }
    }
}
