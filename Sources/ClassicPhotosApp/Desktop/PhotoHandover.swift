import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Hands photos to other programs: a photo from the network in a file that is made for it.
@MainActor
final class PhotoHandover {
    private let whole: WholePhotos
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    /// Kept for as long as it is shown.
    private var chooser: ProgramDialog?

    /// A person who asks for another program does not mean this one.
    private static let ownEntry = "\(ClassicPhotos.id).desktop"
    /// Nobody looks at more than a screen or two of them.
    private static let mostShown = 100

    init(of whole: WholePhotos, in window: ApplicationWindow, _ toasts: ToastOverlay) {
        self.whole = whole
        self.window = window
        self.toasts = toasts
    }

    /// Puts the photo on the clipboard as it is seen; programs that want no picture get its address.
    func copyPicture(_ target: PhotoTarget) {
        whole.withPicture(of: target) { [weak self] in self?.copy(target, Texture($0), DesktopText.pictureCopied) }
    }

    func copyAddress(_ target: PhotoTarget) { copy(target, nil, FindingText.copied(1, .addresses)) }

    private func copy(_ target: PhotoTarget, _ picture: Texture?, _ text: String) {
        let content = ExchangedContent(addresses: [target.url.withoutPassword.absoluteString], picture: picture)
        Clipboard.set(content, of: window)
        toasts.say(text)
    }

    /// Asks which program, and opens the photos in it: all files of them, or else the first.
    func openWith(_ targets: [PhotoTarget]) {
        let files = targets.filter(\.isLocal)
        guard files.isEmpty, let first = targets.first else {
            return openWith(files.map(\.url.absoluteString), called: files.first?.fileName ?? "")
        }
        whole.withFile(of: first) { [weak self] url in self?.openWith([url.absoluteString], called: url.shownName) }
    }

    private func openWith(_ uris: [String], called name: String) {
        let heading = uris.count == 1 ? "Open “\(name)” With" : "Open \(LoadingText.photos(uris.count)) With"
        let programs = DesktopProgram.all(for: Launching.contentType(of: name)).filter { $0.id != Self.ownEntry }
        let chooser = ProgramDialog(parent: window, heading: heading, programs: programs)
        self.chooser = chooser
        chooser.present { [weak self] program in
            guard let self else { return }
            self.chooser = nil
            guard let program else { return }
            do throws(GLibError) {
                try program.open(uris, from: window)
                toasts.say(DesktopText.opened(with: program.name))
            } catch {
                window.sayFailure("\(program.name)\n\n\(error.message)") { [weak self] in
                    self?.openWith(uris, called: name)
                }
            }
        }
    }

    func openAddress(_ target: PhotoTarget) {
        let address = target.url.withoutPassword.absoluteString
        Launching.open(address, from: window) { [weak self] error in
            if let error {
                self?.window.sayFailure("\(address)\n\n\(error.message)")
            } else {
                self?.toasts.say(DesktopText.openedAddress)
            }
        }
    }

    /// In the desktop's file manager, selected; where there is none that can, the folder of the first is opened.
    func showInFiles(_ targets: [PhotoTarget]) {
        let files = targets.filter(\.isLocal).prefix(Self.mostShown).map(\.url)
        guard let first = files.first else { return toasts.say(DesktopText.nothingToShow) }
        FileManagerService.show(files.map(\.absoluteString)) { [weak self] isShown in
            guard let self, !isShown else { return }
            let folder = first.deletingLastPathComponent()
            Launching.open(folder.absoluteString, from: window) { [weak self] error in
                if error != nil { self?.window.sayFailure("\(folder.shownPath)\n\n\(DesktopText.noFileManager)") }
            }
        }
    }
}
