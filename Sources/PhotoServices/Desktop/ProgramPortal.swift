import CGLib
import GLibBridge

/// Opens files in other programs through the desktop's portal: in a sandbox, GIO knows only the programs within.
@MainActor
package enum ProgramPortal {
    /// Why a file was not opened.
    package enum Failure: Error, Equatable, Sendable {
        /// Nothing on this desktop opens files for a program in a sandbox.
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
    }

    /// XDP_OPEN_URI_FLAG_ASK: the person chooses the program.
    private static let flags: CInt = 1 << 0

    /// Whether other programs are out of reach without it.
    package static var isNeeded: Bool { Sandbox.isAround }

    /// Has the desktop ask for a program, and opens the file with the address `uri` in it.
    package static func open(_ uri: String, completion: @escaping @MainActor (Result<Void, Failure>) -> Void) {
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
                    completion(.failure(Failure(error)))
                }
            })
    }
}
