import CGLib
import GLibBridge
import Glibc

/// The functions of libportal in use, those of version 0.6 and later.
///
/// Loaded on first use and not linked, like gexiv2: it delays no start, and a desktop without portals does not need it.
struct LibPortal: Sendable {
    /// Nil if the library is not installed.
    static let shared = LibPortal()

    typealias Portal = UnsafeMutableRawPointer
    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    let new: @convention(c) () -> Portal?
    /// The portal, the parent window, the picture's URI, XdpWallpaperFlags.
    let setWallpaper:
        @convention(c) (
            Portal, UnsafeMutableRawPointer?, UnsafePointer<CChar>, CInt, UnsafeMutableRawPointer?,
            GAsyncReadyCallback?, UnsafeMutableRawPointer?
        ) -> Void
    let finish: @convention(c) (Portal, OpaquePointer?, Failure?) -> gboolean
    /// The portal, the parent window, the URI, XdpOpenUriFlags.
    let openURI:
        @convention(c) (
            Portal, UnsafeMutableRawPointer?, UnsafePointer<CChar>, CInt, UnsafeMutableRawPointer?,
            GAsyncReadyCallback?, UnsafeMutableRawPointer?
        ) -> Void
    let finishOpening: @convention(c) (Portal, OpaquePointer?, Failure?) -> gboolean
    /// The portal, the parent window, the URI of a file in the folder, XdpOpenUriFlags.
    let openDirectory:
        @convention(c) (
            Portal, UnsafeMutableRawPointer?, UnsafePointer<CChar>, CInt, UnsafeMutableRawPointer?,
            GAsyncReadyCallback?, UnsafeMutableRawPointer?
        ) -> Void
    let finishDirectory: @convention(c) (Portal, OpaquePointer?, Failure?) -> gboolean

    private struct Missing: Error {}

    private init?() {
        guard let library = dlopen("libportal.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func load<Function>(_ name: String) throws(Missing) -> Function {
            guard let symbol = dlsym(library, "xdp_portal_" + name) else { throw Missing() }
            return unsafeBitCast(symbol, to: Function.self)
        }
        do throws(Missing) {
            new = try load("new")
            setWallpaper = try load("set_wallpaper")
            finish = try load("set_wallpaper_finish")
            openURI = try load("open_uri")
            finishOpening = try load("open_uri_finish")
            openDirectory = try load("open_directory")
            finishDirectory = try load("open_directory_finish")
        } catch {
            return nil
        }
    }
}

extension GLibError {
    /// Whether no portal of this desktop does what was asked.
    var meansNoPortal: Bool { Self.noPortalCodes.contains { matches(g_dbus_error_quark(), Int($0.rawValue)) } }

    private static let noPortalCodes = [
        G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_UNKNOWN_METHOD,
        G_DBUS_ERROR_UNKNOWN_INTERFACE, G_DBUS_ERROR_UNKNOWN_OBJECT, G_DBUS_ERROR_SPAWN_CHILD_EXITED,
        G_DBUS_ERROR_SPAWN_EXEC_FAILED,
    ]
}
