import Foundation
import PhotoCore

/// Sets the desktop's wallpaper through its portal, which asks the person.
@MainActor
package enum Wallpaper {
    /// XDP_WALLPAPER_FLAG_BACKGROUND and XDP_WALLPAPER_FLAG_PREVIEW: of the desktop, not of its lock screen; with a
    /// preview.
    private static let flags: CInt = 1 << 0 | 1 << 2

    /// Makes a file's picture the wallpaper.
    package static func set(_ file: URL, completion: @escaping @MainActor (Result<Void, PortalFailure>) -> Void) {
        LibPortal.ask(\.setWallpaper, about: file.absoluteString, flags: flags, completion: completion)
    }

    /// Why the wallpaper was not set, in words that help a person act.
    package static func words(for failure: PortalFailure) -> String {
        switch failure {
        case .noPortal:
            localized("This desktop does not let programs set the wallpaper. Save the photo and choose it in Settings.")
        case .cancelled: localized("Cancelled")
        case .other(let reason): localized("The desktop could not set the wallpaper: \(reason).")
        }
    }
}
