import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// The catalogues that the program remembers, for all windows.
///
/// It remembers none if the person does not want it, here or on the whole desktop.
@MainActor
final class RecentControl {
    private let store: RecentStore
    private let settings: Settings
    /// Nil before they were read.
    private var catalogues: RecentCatalogues?
    private var waiting: [@MainActor () -> Void] = []
    private var pendingChanges = 0
    /// What was removed while it was open: the next start does not open it, unless it is opened again.
    private var removedWhileOpen: Set<String> = []
    private static let lastKey = "last-location"
    /// Returns the open windows, some of which may show the list.
    var windows: (@MainActor () -> [PhotoWindow])?

    init(settings: Settings, store: RecentStore = RecentStore(mainContext: MainContext.shared)) {
        (self.settings, self.store) = (settings, store)
    }

    /// Whether catalogues are remembered.
    private var isOn: Bool { settings.boolean("remember-recent", default: true) && Style.remembersRecentFiles }

    /// The list, as a person sees it. Empty before it was read: `changed` follows.
    var shown: [RecentCatalogue] {
        guard isOn else { return [] }
        whenRead {}
        return catalogues?.shown ?? []
    }

    /// The libraries on servers, as a person sees them. Empty before the list was read.
    var libraries: [RecentCatalogue] { isOn ? catalogues?.libraries ?? [] : [] }

    /// What belongs to all libraries. Empty before the list was read.
    var members: [AllLibraries.Member] { isOn ? catalogues?.members(by: ICUCollation()) ?? [] : [] }

    /// What the person calls `source`; nil if it has its own title.
    func name(of source: CatalogueSource) -> String? {
        source.isRemembered && isOn ? catalogues?[source.text]?.name : nil
    }

    /// Passes whether there is anything to clear.
    func canClear(_ body: @escaping @MainActor (Bool) -> Void) {
        whenRead { [weak self] in
            guard let self, let catalogues else { return body(false) }
            // Pictures that were open by themselves are not listed.
            body(catalogues.canClear || catalogues.remaining(of: lastOpen, after: .cleared) != lastOpen)
        }
    }

    /// The addresses of what was open last. Empty if nothing is remembered.
    var lastOpen: [String] { isOn ? settings.strings(Self.lastKey) : [] }

    /// The addresses of what the windows show, or are about to show for the first time.
    var openAddresses: [String] {
        (windows?() ?? []).compactMap { ($0.opening.source ?? $0.opening.wanted)?.text }
    }

    /// Stores what is open for the next start; `opened` has just been opened.
    func rememberOpen(opened: CatalogueSource? = nil) {
        // A screenshot leaves nothing behind.
        guard (windows?() ?? []).allSatisfy({ !$0.isScreenshot }) else { return }
        if let opened { removedWhileOpen.remove(opened.text) }
        let addresses = isOn ? openAddresses.filter { !removedWhileOpen.contains($0) } : []
        // Who wants nothing to be remembered has no such line in the settings either.
        if !addresses.isEmpty || !settings.strings(Self.lastKey).isEmpty { settings.set(Self.lastKey, addresses) }
    }

    /// Removes what was open last, if nothing is remembered any more: the desktop's file history may have been turned
    /// off since.
    func forgetUnwanted() { if !isOn { rememberOpen() } }

    /// What `change` removes from the list is not opened by the next start either.
    private func forgetOpen(_ change: RecentCatalogues.Change) {
        let catalogues = catalogues ?? RecentCatalogues()
        let (last, open) = (settings.strings(Self.lastKey), openAddresses)
        removedWhileOpen.formUnion(Set(open).subtracting(catalogues.remaining(of: open, after: change)))
        let left = catalogues.remaining(of: last, after: change)
        if left != last { settings.set(Self.lastKey, left) }
    }

    /// Calls `body` when `shown` is known; at once if it is.
    func whenKnown(_ body: @escaping @MainActor () -> Void) {
        if isOn { whenRead(body) } else { body() }
    }

    /// Passes the pictures of all by address.
    func pictures(_ body: @escaping @MainActor @Sendable ([String: PixelBuffer]) -> Void) {
        store.pictures(of: catalogues?.all ?? [], body)
    }

    /// Passes the pictures of those at `addresses`, as far as there are some.
    func pictures(
        of addresses: Set<String>, _ body: @escaping @MainActor @Sendable ([String: PixelBuffer]) -> Void
    ) {
        whenKnown { [weak self] in
            guard let self else { return body([:]) }
            store.pictures(of: (shown + libraries).filter { addresses.contains($0.address) }, body)
        }
    }

    /// Passes the place in `source`, soon; at once if the list is known.
    func place(in source: CatalogueSource, _ body: @escaping @MainActor (CataloguePlace?) -> Void) {
        guard source.isRemembered, isOn else { return body(nil) }
        whenRead { [weak self] in body(self?.catalogues?[source.text]?.place) }
    }

    private func whenRead(_ body: @escaping @MainActor () -> Void) {
        if catalogues != nil { return body() }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        store.read { [weak self] in self?.take($0) }
    }

    private func take(_ new: RecentCatalogues) {
        let old = catalogues
        catalogues = new
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
        if old != new { changed() }
    }

    private func changed() { windows?().forEach { $0.recentChanged() } }

    /// The person wants them to be remembered from now on, or no longer.
    func wishChanged() {
        rememberOpen()
        whenKnown { [weak self] in
            self?.changed()
            // It may be what the person calls the catalogue.
            self?.windows?().forEach { $0.opening.showTitle() }
        }
    }

    /// The list is about to be shown: what open windows know belongs to it.
    func willShow() { windows?().forEach { $0.opening.memory.leave() } }

    // MARK: - Changes

    func opened(_ source: CatalogueSource, title: String) {
        if source.isRemembered, isOn { apply(.opened(address: source.text, title: title)) }
    }

    /// `place` is nil at the beginning.
    func left(_ source: CatalogueSource, title: String, at place: CataloguePlace?, picture: PixelBuffer?) {
        guard source.isRemembered, isOn else { return }
        if let picture { store.keep(picture, of: source.text) }
        let change = RecentCatalogues.Change.left(address: source.text, title: title, place: place)
        var new = catalogues
        new?.apply(change)
        // Most often nothing has changed.
        if catalogues == nil || new != catalogues { apply(change) }
    }

    /// Keeps the names in `catalogue`, which is open as `source`: the desktop's search finds them once it is not.
    func keepNames(in catalogue: Catalogue, of source: CatalogueSource) {
        if source.isRemembered, isOn { store.keepNames(in: catalogue, of: source.text) }
    }

    /// Passes what matches `query` in the catalogues at `addresses`, each with its address: at most `most`.
    func find(
        _ query: SearchQuery, at addresses: [String], most: Int, flag: CancellationFlag,
        _ completion: @escaping @MainActor @Sendable ([(address: String, found: RecentNames.Found)]) -> Void
    ) {
        store.find(query, at: addresses, most: most, flag: flag, completion)
    }

    /// Passes the rows of `entries`, by the address of their catalogue, as far as their names are kept.
    func rows(
        of entries: [String: Set<Int>],
        _ completion: @escaping @MainActor @Sendable ([String: [RecentNames.Found]]) -> Void
    ) {
        store.rows(of: entries, completion)
    }

    func pin(_ address: String, _ isPinned: Bool) { apply(.pinned(address: address, isPinned)) }
    func remove(_ address: String) { apply(.removed(address: address)) }

    /// The person calls it `name`; by its own title if that is empty.
    func rename(_ address: String, to name: String) {
        apply(.named(address: address, name: name))
        windows?().forEach { $0.opening.showTitle() }
    }

    func clear() { apply(.cleared) }

    /// The cache is empty: nothing shows what was in it. What windows still show comes back only once it is opened
    /// again.
    func removePictures() {
        windows?().forEach { $0.opening.memory.picturesRemoved() }
        store.removePictures()
        changed()
    }

    private func apply(_ change: RecentCatalogues.Change) {
        forgetOpen(change)
        // At once, for the next question; then as it is on the disk, after the last change.
        if var new = catalogues {
            new.apply(change)
            take(new)
        }
        pendingChanges += 1
        store.apply(change) { [weak self] new in
            guard let self else { return }
            pendingChanges -= 1
            if pendingChanges == 0 { take(new) }
        }
    }

    /// Waits until everything is on the disk, for at most this many seconds.
    func finish(within seconds: Double) { store.waitUntilIdle(seconds: seconds) }
}

extension CatalogueSource {
    /// Whether it is something to come back to: neither the demo, which has its own command, nor some pictures.
    var isRemembered: Bool {
        switch self {
        case .url(let url): PictureList(url) == nil && picture == nil
        case .share: picture == nil
        case .demo: false
        }
    }
}
