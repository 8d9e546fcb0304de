import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Passes photos to other programs: a remote photo as a temporary file.
@MainActor
final class PhotoHandover {
    private let whole: WholePhotos
    /// Retained while it is open.
    private var chooser: ProgramDialog?

    /// Another program is wanted, not this one.
    private static let ownEntry = "\(ClassicPhotos.id).desktop"
    /// Nobody looks at more than a screen or two.
    private static let mostShown = 100

    init(of whole: WholePhotos) { self.whole = whole }

    /// Copies the photo as shown; programs that do not take pictures get its address.
    func copyPicture(_ target: PhotoTarget) {
        whole.withPicture(of: target) { [weak self] in self?.copy(target, Texture($0), DesktopText.pictureCopied) }
    }

    func copyAddress(_ target: PhotoTarget) { copy(target, nil, FindingText.copied(1, .addresses)) }

    private func copy(_ target: PhotoTarget, _ picture: Texture?, _ text: String) {
        let content = ExchangedContent(addresses: [target.addressToPassOn], picture: picture)
        Clipboard.set(content, of: whole.window)
        whole.toasts.say(text)
    }

    /// Asks for a program, and opens the photos in it: all that are files, otherwise the first.
    func openWith(_ targets: [PhotoTarget]) {
        let files = targets.filter(\.isLocal)
        guard files.isEmpty, let first = targets.first else {
            return openWith(files.map(\.url.absoluteString), called: files.first?.fileName ?? "")
        }
        whole.withFile(of: first) { [weak self] url in self?.openWith([url.absoluteString], called: url.shownName) }
    }

    private func openWith(_ uris: [String], called name: String) {
        if ProgramPortal.isNeeded { return openOutside(uris[...]) }
        let count = NumberFormats.current.whole(uris.count)
        let heading =
            uris.count == 1
            ? localized("Open “\(name)” With")
            : localizedCount(uris.count, "Open \(count) photo With", "Open \(count) photos With")
        let programs = DesktopProgram.all(for: Launching.contentType(of: name)).filter { $0.id != Self.ownEntry }
        let chooser = ProgramDialog(parent: whole.window, heading: heading, programs: programs)
        self.chooser = chooser
        chooser.present { [weak self] program in
            guard let self else { return }
            self.chooser = nil
            guard let program else { return }
            do throws(GLibError) {
                try program.open(uris, from: whole.window)
                whole.toasts.say(DesktopText.opened(with: program.name))
            } catch {
                whole.window.sayFailure("\(program.name)\n\n\(error.message)") { [weak self] in
                    self?.openWith(uris, called: name)
                }
            }
        }
    }

    /// From within a sandbox: the desktop asks for a program for one file after the other, until the person cancels.
    private func openOutside(_ uris: ArraySlice<String>) {
        guard let first = uris.first else { return }
        let name = URL(string: first)?.shownName ?? first
        ProgramPortal.open(first) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: openOutside(uris.dropFirst())
            case .failure(.cancelled): break
            case .failure(.noPortal): whole.window.sayFailure("\(name)\n\n\(DesktopText.noProgram)")
            case .failure(.other(let reason)):
                whole.window.sayFailure("\(name)\n\n\(reason)") { [weak self] in self?.openOutside(uris) }
            }
        }
    }

    func openAddress(_ target: PhotoTarget) {
        // A browser has no key for a library's own addresses.
        let page = whole.meant.list.catalogue?.libraryPhoto(at: target.url, thumbnail: target.thumbnail)?.page
        guard let address = (page ?? target.url).webAddress?.absoluteString else { return }
        Launching.open(address, from: whole.window) { [weak self] error in
            if let error {
                self?.whole.window.sayFailure("\(address)\n\n\(error.message)")
            } else {
                self?.whole.toasts.say(DesktopText.openedAddress)
            }
        }
    }

    /// Selects the photos in the desktop's file manager.
    func showInFiles(_ targets: [PhotoTarget]) {
        let files = targets.filter(\.isLocal).prefix(Self.mostShown).map(\.url)
        if files.isEmpty { return whole.toasts.say(DesktopText.nothingToShow) }
        FileManagerView.show(files, from: whole.window)
    }
}
