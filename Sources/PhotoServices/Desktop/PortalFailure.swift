import CGLib
import GLibBridge

/// Why the desktop's portal did not do what it was asked for.
package enum PortalFailure: Error, Equatable, Sendable {
    /// Nothing on this desktop does it for programs.
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
