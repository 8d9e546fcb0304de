import GLibBridge
import GtkBridge
import PhotoCore

/// The preferences window. Each row stores its setting at once, and follows it if something else changes it.
@MainActor
final class PreferencesControl {
    private let settings: Settings
    private weak var window: ApplicationWindow?
    /// While it is open.
    private var preferences: PreferencesWindow?
    private var rows: PreferenceRows?

    private let storeShown: @MainActor () -> Void

    /// The preferences over `window`. Calls `storeShown` before they are shown: other windows may have stored a filter
    /// and a view of their own.
    init(_ settings: Settings, of window: ApplicationWindow, storeShown: @escaping @MainActor () -> Void) {
        (self.settings, self.window, self.storeShown) = (settings, window, storeShown)
    }

    /// Adds its command, which retains it.
    func add(to commands: WindowCommands) { commands.add(.preferences) { self.present() } }

    private func present() {
        guard preferences == nil, let window else { return }
        storeShown()
        let rows = PreferenceRows(settings)
        let preferences = PreferencesWindow(
            localized("Preferences"), PreferencePages.make(rows), isSearchable: !PreferencePages.isOne)
        self.rows = rows
        self.preferences = preferences
        preferences.present(over: window) { [weak self] in
            self?.preferences = nil
            self?.rows = nil
        }
    }
}
