import GLibBridge
import PhotoCore
import PhotoServices

/// What the settings say of the lists of all windows.
@MainActor
struct ListPreferences {
    private let settings: Settings

    init(_ settings: Settings) { self.settings = settings }

    /// The maximum number of simultaneous downloads from one server.
    var downloads: Int {
        PreferenceLimits.held(
            settings.integer("download-limit", default: DataFetcher.connectionsPerHost), in: PreferenceLimits.downloads)
    }

    /// Lets `list` work as the settings say. What has not changed is left alone.
    func apply(to list: PhotoListView) {
        let loading = list.loading
        let pending = loading.loader.pending
        let downloads = downloads
        if pending.downloadLimit != downloads { pending.downloadLimit = downloads }
        let filtrations = PreferenceLimits.held(
            settings.integer("filtration-limit", default: 0), in: PreferenceLimits.filtrations)
        pending.limitFiltration(to: filtrations == 0 ? nil : filtrations)
        let memory = PreferenceLimits.memoryBudget(mebibytes: settings.integer("memory-budget", default: 0))
        let budget = memory ?? HeldPhotos.defaultBudget
        if loading.loader.held.budget != budget { loading.loader.held.budget = budget }
        loading.metering = MeteredNetwork(stored: settings.string(MeteredNetwork.key, default: ""))
        loading.readsAhead = settings.boolean("read-ahead", default: true)
        list.records.shownFields = RowFields(settings)
        list.opensOnClick = PhotoClick(stored: settings.string(PhotoClick.key, default: "")) == .open
    }
}

extension RowFields {
    /// What rows show, as the settings say.
    @MainActor
    init(_ settings: Settings) {
        self = []
        for (key, field) in Self.keys where settings.boolean(key, default: true) { insert(field) }
    }

    static let keys: [(String, RowFields)] = [
        ("row-price", .price), ("row-description", .description), ("row-author", .author), ("row-date", .date),
    ]
}
