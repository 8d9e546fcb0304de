import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Handing photos to other programs: in a file where it can be had, a photo from the network in one that is made for
/// it.
extension PhotoDesktop {
    /// Asks which program, and opens the photos in it: all files of them, or else the first.
    func openWith(_ targets: [PhotoTarget]) {
        let files = targets.filter(\.isLocal)
        guard files.isEmpty, let first = targets.first else {
            return openWith(files.map(\.url.absoluteString), called: files.first?.fileName ?? "")
        }
        withFile(of: first) { [weak self] url in self?.openWith([url.absoluteString], called: url.shownName) }
    }

    private func openWith(_ uris: [String], called name: String) {
        let heading = uris.count == 1 ? "Open “\(name)” With" : "Open \(LoadingText.photos(uris.count)) With"
        let programs = DesktopProgram.all(for: Launching.contentType(of: name)).filter { $0.id != Self.ownEntry }
        let chooser = ProgramDialog(parent: owner.window, heading: heading, programs: programs)
        self.chooser = chooser
        chooser.present { [weak self] program in
            guard let self else { return }
            self.chooser = nil
            guard let program else { return }
            do throws(GLibError) {
                try program.open(uris, from: owner.window)
                say(DesktopText.opened(with: program.name))
            } catch {
                fail("\(program.name)\n\n\(error.message)") { [weak self] in self?.openWith(uris, called: name) }
            }
        }
    }

    /// A person who asks for another program does not mean this one.
    private static let ownEntry = "\(ClassicPhotos.id).desktop"

    func openAddress(_ target: PhotoTarget) {
        Launching.open(target.url.withoutPassword.absoluteString, from: owner.window) { [weak self] error in
            guard let self else { return }
            if let error {
                fail("\(target.url.withoutPassword.absoluteString)\n\n\(error.message)")
            } else {
                say(DesktopText.openedAddress)
            }
        }
    }

    /// In the desktop's file manager, selected; where there is none that can, the folder of the first is opened.
    func showInFiles(_ targets: [PhotoTarget]) {
        // More than a screen or two of them nobody looks at.
        let files = targets.filter(\.isLocal).prefix(Self.mostShown).map(\.url)
        guard let first = files.first else { return say(DesktopText.nothingToShow) }
        FileManagerService.show(files.map(\.absoluteString)) { [weak self] isShown in
            guard let self, !isShown else { return }
            let folder = first.deletingLastPathComponent()
            Launching.open(folder.absoluteString, from: owner.window) { [weak self] error in
                if error != nil { self?.fail("\(folder.shownPath)\n\n\(DesktopText.noFileManager)") }
            }
        }
    }

    private static let mostShown = 100

    /// Calls `body` with a file that has the photo as it came.
    func withFile(of target: PhotoTarget, _ body: @escaping @MainActor @Sendable (URL) -> Void) {
        if target.isLocal { return body(target.url) }
        let load = look(at: target).load
        whole.bytes(of: target.url, from: load, seenSince: owner.photos?.seenSince) { [weak self] result in
            guard let self else { return }
            let again: @MainActor () -> Void = { [weak self] in self?.withFile(of: target, body) }
            switch result {
            case .failure(let failure): fail("\(target.name)\n\n\(failure)", again: again)
            case .success(let fetched):
                handed.place(fetched.data, named: target.fileName, on: MainContext.shared) { [weak self] placed in
                    switch placed {
                    case .success(let url): body(url)
                    case .failure(let failure): self?.fail("\(target.name)\n\n\(failure)", again: again)
                    }
                }
            }
        }
    }
}
