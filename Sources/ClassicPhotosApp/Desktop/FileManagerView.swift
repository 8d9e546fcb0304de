import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Shows files in the desktop's file manager.
@MainActor
enum FileManagerView {
    /// Selects `files` there; without a file manager that can, opens the folder of the first. `window` says if nothing
    /// can.
    static func show(_ files: [URL], from window: ApplicationWindow) {
        guard let first = files.first else { return }
        ask(for: files) { [weak window] isShown in
            guard !isShown, let window else { return }
            let folder = first.deletingLastPathComponent()
            Launching.open(folder.absoluteString, from: window) { [weak window] error in
                if error != nil { window?.sayFailure("\(folder.shownPath)\n\n\(DesktopText.noFileManager)") }
            }
        }
    }

    /// Calls `completion` with whether a file manager shows them, or at least the first.
    static func ask(for files: [URL], completion: @escaping @MainActor (Bool) -> Void) {
        if ProgramPortal.isNeeded, let first = files.first {
            ProgramPortal.showInFolder(first.absoluteString, completion: completion)
        } else {
            FileManagerService.show(files.map(\.absoluteString), completion: completion)
        }
    }
}
