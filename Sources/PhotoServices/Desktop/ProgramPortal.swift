import CGLib
import GLibBridge

/// Opens files in other programs, and shows them in the desktop's file manager, through the desktop's portal: in a
/// sandbox, GIO knows only the programs within, and no file manager is on the bus.
@MainActor
package enum ProgramPortal {
    /// XDP_OPEN_URI_FLAG_ASK: the person chooses the program.
    private static let flags: CInt = 1 << 0

    /// Whether other programs are out of reach without it.
    package static var isNeeded: Bool { Sandbox.isAround }

    /// Has the desktop ask for a program, and opens the file with the address `uri` in it.
    package static func open(_ uri: String, completion: @escaping @MainActor (Result<Void, PortalFailure>) -> Void) {
        guard let library = LibPortal.shared, let portal = library.new() else {
            return completion(.failure(.noPortal))
        }
        // Released with the answer.
        let held = ObjectReference(taking: portal)
        library.openURI(
            portal, nil, uri, flags, nil, AsyncReady.callback,
            AsyncReady.data { _, result in
                do throws(GLibError) {
                    _ = try GLibError.check { library.finishOpening(held.pointer, result, $0) }
                    completion(.success(()))
                } catch {
                    completion(.failure(PortalFailure(error)))
                }
            })
    }

    /// Shows the file with the address `uri` in its folder.
    package static func showInFolder(_ uri: String, completion: @escaping @MainActor (Bool) -> Void) {
        guard let library = LibPortal.shared, let portal = library.new() else { return completion(false) }
        // Released with the answer.
        let held = ObjectReference(taking: portal)
        library.openDirectory(
            portal, nil, uri, 0, nil, AsyncReady.callback,
            AsyncReady.data { _, result in
                let isShown = try? GLibError.check { library.finishDirectory(held.pointer, result, $0) }
                completion(isShown ?? 0 != 0)
            })
    }
}
