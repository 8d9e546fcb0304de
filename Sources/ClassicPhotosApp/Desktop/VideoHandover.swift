import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Hands videos of libraries to the desktop's player, as temporary files: a player has no key for the server.
@MainActor
final class VideoHandover {
    private let whole: WholePhotos
    private let saving: SavingControl
    private let photos: PhotoPresenter

    init(of whole: WholePhotos, saving: SavingControl, _ photos: PhotoPresenter) {
        (self.whole, self.saving, self.photos) = (whole, saving, photos)
    }

    /// Plays the video of the photo shown, or of the focused row.
    func play() {
        guard let record = photos.record ?? photos.list.meant.focused else { return }
        play(record)
    }

    /// Plays the video of a photo: its own, or the one that was taken with it.
    func play(_ record: PhotoRecord) {
        let known = record === photos.record ? photos.current?.facts : nil
        if let own = photos.list.video(of: record) {
            fetch(own, of: record, photos.list.catalogue?.libraryPhoto(of: record))
        } else if let motion = known?.motion {
            fetch(motion, of: record, photos.list.catalogue?.libraryPhoto(at: motion))
        }
    }

    private func fetch(_ video: URL, of record: PhotoRecord, _ library: LibraryPhoto?) {
        whole.files.makeFolder(on: MainContext.shared) { [weak self] made in
            switch made {
            case .success(let folder): self?.fetch(video, of: record, library, to: folder)
            case .failure(let failure): self?.fail(record, "\(failure)")
            }
        }
    }

    private func fetch(_ video: URL, of record: PhotoRecord, _ library: LibraryPhoto?, to folder: URL) {
        let keeping = PhotoSaving(
            .original, count: 1, to: .folder(folder.filePath), services: saving.services,
            limit: LibraryPhoto.mostVideoBytes
        ) { [name = record.name] _ in SavedPhoto(name: name, location: .success(video), library: library) }
        saving.running.start(keeping) { [weak self] outcome in
            guard let self else { return }
            if let file = outcome.lastFile {
                if let video = HandedVideo.checked(file.path.url()) { return open(video, record) }
                whole.files.removeFolder(folder)
                return fail(record, localized("What the server sent is no video."))
            }
            whole.files.removeFolder(folder)
            if let missing = outcome.missing.first, !outcome.isCancelled { fail(record, "\(missing.failure)") }
        }
    }

    private func open(_ file: URL, _ record: PhotoRecord) {
        Launching.open(file.absoluteString, from: whole.window) { [weak self] error in
            if let error {
                self?.fail(record, error.message)
            } else {
                self?.whole.toasts.say(DesktopText.playing(record.name))
            }
        }
    }

    private func fail(_ record: PhotoRecord, _ reason: String) {
        whole.window.sayFailure("\(record.name)\n\n\(reason)") { [weak self] in self?.play(record) }
    }
}

extension PhotoListView {
    /// The video whose picture a photo is; nil for a photo.
    func video(of record: PhotoRecord) -> URL? {
        catalogue?.libraryPhoto(of: record)?.video
    }
}
