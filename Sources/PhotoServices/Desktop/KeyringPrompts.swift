import CGLib
import GLibBridge
import Synchronization

/// Watches on the session bus whether a secret service asks a person to unlock the keyring: libsecret calls `Prompt` of
/// an object for that, which then sends `Completed` (the Secret Service API of freedesktop.org). From any thread.
final class KeyringPrompts: Sendable {
    private struct State {
        var isWatching = false
        var isAsking = false
        /// The number of the last visit to the keyring.
        var visit = 0
    }
    private let state = Mutex(State())

    private static let interface = "org.freedesktop.Secret.Prompt"

    /// Whether a person is asked.
    var isAsking: Bool { state.withLock { $0.isAsking } }

    /// Watches `bus`, which lives as long as the process, from now on.
    func watch(_ bus: ObjectReference) {
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        g_dbus_connection_add_filter(
            bus.opaque,
            { _, message, isIncoming, data in
                if let data, let message {
                    Unmanaged<KeyringPrompts>.fromOpaque(data).takeUnretainedValue()
                        .pass(message, isIncoming: isIncoming != 0)
                }
                return message
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in data.map { Unmanaged<KeyringPrompts>.fromOpaque($0).release() } })
    }

    /// A visit to the keyring begins; returns its number. Questions of earlier ones do not count any more.
    func begin() -> Int {
        state.withLock { state in
            state.visit += 1
            state.isAsking = false
            return state.visit
        }
    }

    /// A visit has ended, and with it its question. One that was lost may end during a later one.
    func end(_ visit: Int) { state.withLock { if $0.visit == visit { $0.isAsking = false } } }

    /// The last visit never ends: the answer to its question does not count.
    func lose() { state.withLock { $0.isAsking = false } }

    /// On GIO's thread for D-Bus.
    private func pass(_ message: OpaquePointer, isIncoming: Bool) {
        guard let interface = g_dbus_message_get_interface(message), String(cString: interface) == Self.interface,
            let member = g_dbus_message_get_member(message).map({ String(cString: $0) })
        else { return }
        take(member, isIncoming: isIncoming)
    }

    /// The program calls a member of the interface, or a signal with this name arrives.
    func take(_ member: String, isIncoming: Bool) {
        switch member {
        case "Prompt" where !isIncoming: state.withLock { $0.isAsking = true }
        case "Completed" where isIncoming: state.withLock { $0.isAsking = false }
        default: break
        }
    }
}
