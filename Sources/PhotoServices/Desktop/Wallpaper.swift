import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Why the wallpaper was not set. The description helps a person act.
package enum WallpaperFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing on this desktop sets wallpapers for programs.
    case noPortal
    /// The person cancelled. Never shown.
    case cancelled
    /// Anything else; `reason` comes from the desktop.
    case other(reason: String)

    init(_ error: GLibError) {
        self =
            if error.matches(G_IO_ERROR_CANCELLED) {
                .cancelled
            } else if error.meansNoPortal {
                .noPortal
            } else {
                .other(reason: error.message)
            }
    }

    package var description: String {
        switch self {
        case .noPortal:
            localized("This desktop does not let programs set the wallpaper. Save the photo and choose it in Settings.")
        case .cancelled: localized("Cancelled")
        case .other(let reason): localized("The desktop could not set the wallpaper: \(reason).")
        }
    }
}

/// Sets the desktop's wallpaper through its portal, which asks the person.
@MainActor
package enum Wallpaper {
    /// XDP_WALLPAPER_FLAG_BACKGROUND and XDP_WALLPAPER_FLAG_PREVIEW: of the desktop, not of its lock screen; with a
    /// preview.
    private static let flags: CInt = 1 << 0 | 1 << 2

    /// Makes a file's picture the wallpaper.
    package static func set(_ file: URL, completion: @escaping @MainActor (Result<Void, WallpaperFailure>) -> Void) {
        guard let library = LibPortal.shared, let portal = library.new() else {
            return completion(.failure(.noPortal))
        }
        // Released with the answer.
        let held = ObjectReference(taking: portal)
        library.setWallpaper(
            portal, nil, file.absoluteString, flags, nil, AsyncReady.callback,
            AsyncReady.data { _, result in
                do throws(GLibError) {
                    _ = try GLibError.check { library.finish(held.pointer, result, $0) }
                    completion(.success(()))
                } catch {
                    completion(.failure(WallpaperFailure(error)))
                }
            })
    }
}
