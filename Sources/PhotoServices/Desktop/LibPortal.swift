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
            GAsyncReadyCallback?,
            UnsafeMutableRawPointer?
        ) -> Void
    let finish: @convention(c) (Portal, OpaquePointer?, Failure?) -> gboolean

    private init?() {
        guard let library = dlopen("libportal.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String, as _: Function.Type = Function.self) -> Function? {
            dlsym(library, "xdp_portal_" + name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let new = function("new", as: (@convention(c) () -> Portal?).self),
            let setWallpaper = function(
                "set_wallpaper",
                as: (@convention(c) (
                    Portal, UnsafeMutableRawPointer?, UnsafePointer<CChar>, CInt, UnsafeMutableRawPointer?,
                    GAsyncReadyCallback?, UnsafeMutableRawPointer?
                ) -> Void).self),
            let finish = function(
                "set_wallpaper_finish", as: (@convention(c) (Portal, OpaquePointer?, Failure?) -> gboolean).self)
        else { return nil }
        (self.new, self.setWallpaper, self.finish) = (new, setWallpaper, finish)
    }
}
