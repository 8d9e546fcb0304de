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

    /// A question about a file.
    struct Question: Sendable {
        /// The portal, the parent window, the URI, flags.
        let begin:
            @convention(c) (
                Portal, UnsafeMutableRawPointer?, UnsafePointer<CChar>, CInt, UnsafeMutableRawPointer?,
                GAsyncReadyCallback?, UnsafeMutableRawPointer?
            ) -> Void
        let finish: @convention(c) (Portal, OpaquePointer?, Failure?) -> gboolean
    }

    let new: @convention(c) () -> Portal?
    /// Of the picture with the URI, with XdpWallpaperFlags.
    let setWallpaper: Question
    /// Of the URI, with XdpOpenUriFlags.
    let openURI: Question
    /// Of the folder of the file with the URI, with XdpOpenUriFlags.
    let openDirectory: Question

    private struct Missing: Error {}

    private init?() {
        guard let library = dlopen("libportal.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func load<Function>(_ name: String) throws(Missing) -> Function {
            guard let symbol = dlsym(library, "xdp_portal_" + name) else { throw Missing() }
            return unsafeBitCast(symbol, to: Function.self)
        }
        func question(_ name: String) throws(Missing) -> Question {
            Question(begin: try load(name), finish: try load(name + "_finish"))
        }
        do throws(Missing) {
            new = try load("new")
            setWallpaper = try question("set_wallpaper")
            openURI = try question("open_uri")
            openDirectory = try question("open_directory")
        } catch {
            return nil
        }
    }
}

extension LibPortal {
    /// Asks the desktop one of the questions about the file with the address `uri`.
    @MainActor
    static func ask(
        _ question: (LibPortal) -> Question, about uri: String, flags: CInt = 0,
        completion: @escaping @MainActor (Result<Void, PortalFailure>) -> Void
    ) {
        guard let library = shared, let portal = library.new() else { return completion(.failure(.noPortal)) }
        // Released with the answer.
        let held = ObjectReference(taking: portal)
        let question = question(library)
        question.begin(
            portal, nil, uri, flags, nil, AsyncReady.callback,
            AsyncReady.data { _, result in
                do throws(GLibError) {
                    _ = try GLibError.check { question.finish(held.pointer, result, $0) }
                    completion(.success(()))
                } catch {
                    completion(.failure(PortalFailure(error)))
                }
            })
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
