import Glibc

/// Flatpak's sandbox, in which the program may run.
package enum Sandbox {
    /// Whether the program runs in it.
    package static let isAround = access("/.flatpak-info", F_OK) == 0
}
