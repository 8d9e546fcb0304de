import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Asks what to open, and reports failures to open it.
@MainActor
final class OpeningDialogs {
    private unowned let owner: PhotoWindow
    // Retained while they are open.
    private var chooser: FileChooser?
    private var locationDialog: OpenLocationDialog?

    init(of owner: PhotoWindow) {
        self.owner = owner
        owner.commands.add(.openLocation) { [weak self] in self?.askForLocation() }
        owner.commands.add(.openLibrary) { [weak self] in self?.askForLocation(isForLibrary: true) }
        owner.commands.add(.openFile) { [weak self] in self?.askForFile() }
        owner.commands.add(.openFolder) { [weak self] in self?.askForFolder() }
        owner.commands.add(.showDemo) { [weak self] in self?.open(.demo(count: Arguments.defaultDemoCount)) }
    }

    private func open(_ source: CatalogueSource) { owner.opening.open(source) }

    /// Shows a dialog that says why `source` cannot be opened.
    func say(_ text: OpeningFailureText, of source: CatalogueSource) {
        let window = owner.window
        switch text.offer {
        case .nothing: window.sayFailure(text.body, heading: text.heading)
        case .tryAgain:
            window.sayFailure(text.body, heading: text.heading) { [weak self] in
                self?.owner.opening.open(source, revalidates: true)
            }
        case .chooseFolder:
            window.sayFailure(text.body, heading: text.heading, offer: localized("Choose a _Folder…")) { [weak self] in
                self?.askForFolder()
            }
        case .chooseFile:
            window.sayFailure(text.body, heading: text.heading, offer: localized("Choose a _File…")) { [weak self] in
                self?.askForFile()
            }
        }
    }

    private func askForLocation(isForLibrary: Bool = false) {
        // The desktop may ask again while it is open; a second one would leave the first without an answer.
        guard locationDialog == nil else { return }
        let dialog = OpenLocationDialog(parent: owner.window, isForLibrary: isForLibrary)
        locationDialog = dialog
        dialog.present { [weak self] text in
            self?.locationDialog = nil
            if let text { self?.openTyped(text, prefersLibrary: isForLibrary) }
        }
    }

    private func openTyped(_ text: String, prefersLibrary: Bool) {
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let typed = CatalogueSource.typed(text)
            MainContext.shared.perform {
                guard let self, !self.owner.isClosed else { return }
                switch typed {
                case .success(let source): self.owner.opening.open(source, prefersLibrary: prefersLibrary)
                case .failure(let failure):
                    self.owner.window.sayFailure("\(URLText.withoutPassword(text))\n\n\(failure)")
                }
            }
        }
    }

    private func askForFile() {
        let chooser = FileChooser(parent: owner.window, title: localized("Open Catalogue"), accept: localized("_Open"))
        let endings = CatalogueFormats.standard.endings
        chooser.addFilter(localized("Catalogues"), patterns: endings.flatMap { ["*.\($0)", "*.\($0.uppercased())"] })
        chooser.addFilter(localized("All files"), patterns: ["*"])
        self.chooser = chooser
        chooser.present { [weak self] address in
            self?.chooser = nil
            if let url = address.flatMap(URL.init(string:)) { self?.open(CatalogueSource(chosen: url)) }
        }
    }

    private func askForFolder() {
        let chooser = FileChooser(
            choosingFolder: localized("Open Folder"), parent: owner.window, accept: localized("_Open"))
        chooser.addChoice("recursive", localized("Include subfolders"))
        self.chooser = chooser
        chooser.present { [weak self, weak chooser] address in
            let isRecursive = chooser?.isChosen("recursive") ?? false
            self?.chooser = nil
            guard let folder = address.flatMap(URL.init(string:)) else { return }
            let source = CatalogueSource(chosen: FolderLocation(folder, isRecursive: false).url)
            self?.open(isRecursive ? source.recursive : source)
        }
    }
}

extension ApplicationWindow {
    /// Shows a dialog about a failure. With `act`, adds a button labelled `offer`.
    func sayFailure(
        _ text: String, heading: String = localized("Oops!"), offer: String = localized("_Try Again"),
        act: (@MainActor () -> Void)? = nil
    ) {
        let dialog = MessageDialog(parent: self, heading: heading, body: text)
        dialog.addResponse("close", label: localized("_Close"))
        if act != nil { dialog.addResponse("act", label: offer, isSuggested: true) }
        dialog.setResponses(default: act == nil ? "close" : "act", close: "close")
        dialog.present { if $0 == "act" { act?() } }
    }
}
