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
        LibPortal.ask(\.openURI, about: uri, flags: flags, completion: completion)
    }

    /// Shows the file with the address `uri` in its folder.
    package static func showInFolder(_ uri: String, completion: @escaping @MainActor (Bool) -> Void) {
        LibPortal.ask(\.openDirectory, about: uri) { result in
            if case .success = result { completion(true) } else { completion(false) }
        }
    }
}
