import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Applies changed settings to all open windows at once: those of the preferences, and those of other programs.
@MainActor
final class PreferenceWatch {
    private let settings: Settings
    private let network: ProgramNetwork
    private let recent: RecentControl
    private let windows: @MainActor () -> [PhotoWindow]
    private let background = StyleSheet()

    /// Watches for the open `windows`. Applies what concerns the whole program now.
    init(
        _ settings: Settings, _ network: ProgramNetwork, _ recent: RecentControl,
        windows: @escaping @MainActor () -> [PhotoWindow]
    ) {
        (self.settings, self.network, self.recent, self.windows) = (settings, network, recent, windows)
        for key in [WindowStyle.key, PhotoBackground.key] { apply(key) }
        settings.onChanged { [weak self] key in self?.apply(key) }
    }

    /// The files on disk may take this many bytes.
    static func diskBudget(_ settings: Settings) -> Int {
        PreferenceLimits.bytes(
            mebibytes: settings.integer("disk-budget", default: PreferenceLimits.usualDisk), in: PreferenceLimits.disk)
    }

    private func apply(_ key: String) {
        switch key {
        case WindowStyle.key:
            switch WindowStyle(stored: settings.string(key, default: "")) {
            case .desktop: Style.use(.desktop)
            case .light: Style.use(.light)
            case .dark: Style.use(.dark)
            }
        case PhotoBackground.key:
            let levels = PhotoBackground(stored: settings.string(key, default: "")).levels
            PhotoStyle.setBackground(red: levels.red, green: levels.green, blue: levels.blue, in: background)
            windows().forEach { $0.photos?.stage.pageIfMade?.canvas.widget.queueDraw() }
        case "disk-budget": network.kept.setBudget(Self.diskBudget(settings))
        case "filter", "filter-amount": windows().forEach { $0.filter.follow(key) }
        case "view", "grid-picture-size", "row-picture-size", "timeline-oldest-first", "timeline-squares":
            windows().forEach { $0.layout.follow(key) }
        case "slideshow-interval", "slideshow-random", "slideshow-loop", "slideshow-fade":
            windows().forEach { $0.slideshows?.follow() }
        case "remember-recent": recent.wishChanged()
        default:
            let preferences = ListPreferences(settings)
            if key == "download-limit" { network.setDownloads(preferences.downloads) }
            windows().forEach { preferences.apply(to: $0.list) }
        }
    }
}
