import CGLib
import GLibBridge

/// Opens files in other programs through the desktop's portal: in a sandbox, GIO knows only the programs within.
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
}
