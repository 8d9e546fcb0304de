import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Taking a photo along.
extension PhotoWindow {
    /// Asks where to, and saves the photo there as it came, byte for byte.
    func saveOriginal(of record: PhotoRecord) {
        guard case .success(let url) = record.location else { return }
        let chooser = FileChooser(
            parent: window, title: "Save Original", accept: "_Save", saving: Self.fileName(of: url, record.name))
        saveChooser = chooser
        chooser.present { [weak self] path in
            self?.saveChooser = nil
            if let path { self?.saveOriginal(url, to: path) }
        }
    }

    private func saveOriginal(_ url: URL, to path: String) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        originals.save(url, seenSince: photos?.seenSince, to: path) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: pageToasts?.say("Saved as “\(name)”")
            case .failure(let failure):
                let dialog = MessageDialog(parent: window, heading: "Oops!", body: "\(name)\n\n\(failure)")
                dialog.addResponse("close", label: "_Close")
                dialog.addResponse("retry", label: "_Try Again", isSuggested: true)
                dialog.setResponses(default: "retry", close: "close")
                dialog.present { [weak self] answer in
                    if answer == "retry" { self?.saveOriginal(url, to: path) }
                }
            }
        }
    }

    /// The last part of its address; its name, where that has none.
    private static func fileName(of url: URL, _ name: String) -> String {
        let own = url.lastPathComponent
        return (own.isEmpty || own == "/" ? name : own).replacing("/", with: "-")
    }
}
