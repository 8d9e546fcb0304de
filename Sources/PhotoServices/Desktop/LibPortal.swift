import CGLib
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
        } catch {
            return nil
        }
    }
}
