import GLibBridge
import PhotoCore

extension PhotoListView {
    /// Works as the settings say. What has not changed is left alone.
    func follow(_ settings: Settings) {
        let pending = loading.loader.pending
        let downloads = PreferenceLimits.held(
            settings.integer("download-limit", default: 6), in: PreferenceLimits.downloads)
        if pending.downloadLimit != downloads { pending.downloadLimit = downloads }
        let filtrations = PreferenceLimits.held(
            settings.integer("filtration-limit", default: 0), in: PreferenceLimits.filtrations)
        pending.limitFiltration(to: filtrations == 0 ? nil : filtrations)
        let memory = PreferenceLimits.memoryBudget(mebibytes: settings.integer("memory-budget", default: 0))
        let budget = memory ?? HeldPhotos.defaultBudget
        if loading.loader.held.budget != budget { loading.loader.held.budget = budget }
        loading.metering = MeteredNetwork(stored: settings.string(MeteredNetwork.key, default: ""))
        loading.readsAhead = settings.boolean("read-ahead", default: true)
        records.shownFields = RowFields(settings)
        opensOnClick = PhotoClick(stored: settings.string(PhotoClick.key, default: "")) == .open
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
