import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Shows files in the desktop's file manager.
@MainActor
enum FileManagerView {
    /// Selects `files` there; without a file manager that can, opens the folder of the first. `window` says if nothing
    /// can.
    static func show(_ files: [URL], from window: ApplicationWindow) {
        guard let first = files.first else { return }
        FileManagerService.show(files.map(\.absoluteString)) { [weak window] isShown in
            guard !isShown, let window else { return }
            let folder = first.deletingLastPathComponent()
            Launching.open(folder.absoluteString, from: window) { [weak window] error in
                if error != nil { window?.sayFailure("\(folder.shownPath)\n\n\(DesktopText.noFileManager)") }
            }
        }
    }
}
