import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Gets whole photos for use outside the window. Reports failures, and offers to retry.
@MainActor
final class WholePhotos {
    /// Temporary files of remote photos.
    let files = HandedFiles()
    let meant: MeantPhotos
    let window: ApplicationWindow
    let toasts: ToastOverlay
    private let making: WholePhotoMaking

    init(of meant: MeantPhotos, services: PhotoLoad.Services, in owner: PhotoWindow) {
        making = WholePhotoMaking(services: services)
        self.meant = meant
        window = owner.window
        toasts = owner.toasts
    }

    /// Calls `body` with all pixels of the photo as shown, rotated and filtered.
    func withPicture(of target: PhotoTarget, _ body: @escaping @MainActor @Sendable (PhotoPlane) -> Void) {
        let (load, turn, filter) = meant.view(of: target)
        making.picture(of: target.url, from: load, turn: turn, filter: filter, seenSince: meant.seenSince) {
            [weak self] result in
            switch result {
            case .success(let plane): body(plane)
            case .failure(let failure): self?.fail(target, failure) { $0.withPicture(of: target, body) }
            }
        }
    }

    /// Calls `body` with a file of the unchanged photo.
    func withFile(of target: PhotoTarget, _ body: @escaping @MainActor @Sendable (URL) -> Void) {
        if target.isLocal { return body(target.url) }
        let load = meant.view(of: target).load
        making.bytes(of: target.url, from: load, seenSince: meant.seenSince) { [weak self] result in
            switch result {
            case .failure(let failure): self?.fail(target, failure) { $0.withFile(of: target, body) }
            case .success(let fetched):
                self?.place(fetched.data, called: load?.facts?.fileName ?? target.fileName, of: target, body)
            }
        }
    }

    private func place(
        _ data: Data, called name: String, of target: PhotoTarget, _ body: @escaping @MainActor @Sendable (URL) -> Void
    ) {
        files.place(data, named: name, on: MainContext.shared) { [weak self] placed in
            switch placed {
            case .success(let url): body(url)
            case .failure(let failure): self?.fail(target, failure) { $0.withFile(of: target, body) }
            }
        }
    }

    private func fail(
        _ target: PhotoTarget, _ failure: any Error & CustomStringConvertible,
        again: @escaping @MainActor (WholePhotos) -> Void
    ) {
        window.sayFailure("\(target.name)\n\n\(failure)") { [weak self] in
            if let self { again(self) }
        }
    }

    func cancel() { making.cancel() }
}
