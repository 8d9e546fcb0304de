import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Opens and reloads the catalogue of one window, which is shown while it is read.
@MainActor
final class CatalogueOpening {
    /// The last requested source, even if it failed: the next start opens it.
    private(set) var wanted: CatalogueSource?
    private(set) var source: CatalogueSource?
    /// The last failure, for the screenshot, which shows no dialog.
    private(set) var failure: CatalogueFailure?
    private unowned let owner: PhotoWindow
    private let reading: SourceReading
    private let folders = FolderFollowing()
    /// The title of a catalogue whose first rows are there; it follows in the next turn of the main loop.
    private var titleTimer: MainTimer?
    private var loading: LoadingCatalogue?
    /// While a new version is compared with what is shown.
    private var comparison: VersionComparison?
    private(set) lazy var memory = CatalogueMemory(of: owner)
    private(set) lazy var pages = NextPagesControl(of: owner)
    private(set) lazy var trail = FolderTrailControl(of: owner)

    private var list: PhotoListView { owner.list }

    init(of owner: PhotoWindow) {
        self.owner = owner
        // A separate queue: a catalogue must not wait for the frame after unrelated work.
        let loader = CatalogueLoader(
            fetcher: owner.program.folderFetcher, formats: .standard,
            fillers: [
                folders.filler, PictureListFiller(), FolderWalk(owner.program.folderFetcher, as: .standard),
                owner.program.objectFiller, owner.program.libraryFiller, owner.program.allLibrariesFiller,
                CloudSearchFiller(owner.program.catalogueFetcher), owner.program.galleryFiller,
            ], archives: owner.program.archiveFiller,
            mainContext: MainContext())
        reading = SourceReading(
            loader, asker: ShareDialogs(parent: owner.window, isAnswered: !owner.isScreenshot),
            libraries: LibraryProbe(owner.program.catalogueFetcher))
        folders.onChange = { [weak self] change in
            switch change {
            case .files(let files): self?.list.loading.filesChanged(files)
            // A telephone that is unplugged changes, too: nobody asked for it.
            case .folder: self?.openAgain(mounts: false)
            }
        }
        owner.stage.onOpen = { [weak self] in self?.open($0) }
        owner.commands.add(.reload) { [weak self] in self?.openAgain() }
        owner.commands.add(.cancelLoading) { [weak self] in self?.reading.stop() }
        owner.commands.set(.catalogue, isMet: false)
    }

    var isLoading: Bool { loading != nil }

    /// Faster loads show no bar, which would only flash.
    private static let barDelayMilliseconds = 300

    /// Opens `source`; `revalidates` asks its server even if the cache is fresh. The current catalogue stays until the
    /// first rows arrive, or if none do. The list starts at `place`, or else where it was left last time. With
    /// `opensPhoto`, the focused photo of `place` opens. `prefersLibrary` says that a server's library is meant, not
    /// its page.
    func open(
        _ source: CatalogueSource, at place: CataloguePlace? = nil, opensPhoto: Bool = false, revalidates: Bool = false,
        prefersLibrary: Bool = false
    ) {
        wanted = source
        memory.leave()
        memory.willOpen(source, at: place, opensPhoto: opensPhoto)
        begin(source, isReload: false)
        if !list.isEmpty || self.source != nil {
            owner.header.setTitle(title, subtitle: localized("Opening \(source.title)…"))
        } else {
            // The empty window appears at once.
            owner.stage.showList()
            owner.header.setTitle(source.title, subtitle: localized("Opening…"))
        }
        read(source, revalidates: revalidates, prefersLibrary: prefersLibrary)
    }

    /// Checks for another version of the open catalogue, and retries failed photos. Without one, nothing else changes;
    /// otherwise the photos on screen stay in place, if they are still in it.
    /// `mounts` says whether a share is mounted first, which may ask questions.
    func openAgain(mounts: Bool = true) {
        guard let source else { return }
        list.library.renew()
        list.loading.retryAll()
        guard list.catalogue != nil, !list.isEmpty else { return open(source, revalidates: true) }
        wanted = source
        begin(source, isReload: true)
        owner.header.setTitle(title, subtitle: localized("Opening \(source.title)…"))
        read(source, mounts: mounts, revalidates: true, known: known)
    }

    /// The version of what is shown. Of several pages, the first alone proves nothing.
    private var known: BodyVersion? {
        list.catalogue.flatMap { $0.isComplete && !$0.hasSeveralDocuments ? $0.version : nil }
    }

    /// Searches for `text` in the catalogue that is being opened, as soon as it has rows.
    func findWhenShown(_ text: String) { if isLoading { memory.willFind(text) } }

    /// The open source has a new name, because photos were removed or restored. Reads it again in place.
    func follow(_ source: CatalogueSource) {
        self.source = source
        openAgain()
        owner.program.rememberWhatIsOpen(opened: source)
    }

    /// A network is available again: requests a catalogue that could not be checked.
    func networkIsBack() {
        guard let catalogue = list.catalogue, loading == nil else { return pages.networkIsBack() }
        if catalogue.facts.isKept || catalogue.facts.failedLineCount > 0 {
            check()
        } else if catalogue.isStale {
            openAgain()
        } else {
            pages.networkIsBack()
        }
    }

    /// Asks the server of a library whether what was kept of it is still true. Without an answer, it stays.
    private func check() {
        guard let source else { return }
        showTitle()
        begin(source, isReload: true, isCheck: true)
        read(source, mounts: false, revalidates: true, known: known)
    }

    /// What is shown was kept, and has been checked: its facts are those of now, or there was no answer.
    private func confirm(by facts: CatalogueFacts? = nil) {
        list.placing.whenReplaced { [list] in
            guard var catalogue = list.catalogue else { return }
            if let facts { catalogue.facts = facts }
            catalogue.isStale = facts == nil
            list.learn(catalogue)
        }
        endLoading()
        showTitle()
        if facts?.isKept == true { check() }
    }

    private func begin(_ source: CatalogueSource, isReload: Bool, isCheck: Bool = false) {
        failure = nil
        owner.photos?.loads.seenSince = Date().timeIntervalSince1970
        // Who has refused a password is not asked again by what nobody has asked for.
        if !isCheck { owner.program.credentials.forgetRefusals() }
        reading.cancel()
        pages.stop()
        clearLoading()
        folders.willRead(source)
        var loading = LoadingCatalogue(source: source, isReload: isReload, isCheck: isCheck)
        loading.barTimer = MainTimer(after: Self.barDelayMilliseconds) { [weak self] in self?.showBar() }
        self.loading = loading
    }

    private func read(
        _ source: CatalogueSource, mounts: Bool = true, revalidates: Bool, known: BodyVersion? = nil,
        prefersLibrary: Bool = false
    ) {
        reading.read(
            source, mounts: mounts, revalidates: revalidates, known: known, prefersLibrary: prefersLibrary
        ) { [weak self] source in
            self?.loading?.source = source
            self?.folders.willRead(source)
        } events: { [weak self] in
            self?.take($0)
        }
    }

    private func endLoading() {
        clearLoading()
        folders.hasRead()
    }

    private func clearLoading() {
        (loading, comparison) = (nil, nil)
        owner.stage.hideBar()
    }

    private func showBar() {
        owner.stage.showBar(in: owner.header)
        if loading?.isReload == true { showTitle() }
    }

    func close() {
        reading.cancel()
        comparison = nil
        pages.end()
        reading.stopDemos(except: nil)
    }

    // MARK: - Events

    private func take(_ event: CatalogueEvent) {
        guard let loading else { return }
        if case .ended(_, nil) = event { folders.hasReadAll() }
        switch event {
        case .grew(let catalogue, let progress):
            if !loading.isReload, loading.isShown || !memory.waits(for: catalogue) { show(catalogue) }
            show(progress)
        case .progressed(let progress): show(progress)
        case .unchanged:
            if var facts = list.catalogue?.facts, facts.isKept {
                facts.isKept = false
                return confirm(by: facts)
            }
            endLoading()
            showTitle()
        case .ended(let catalogue, .noPhotos?)
        where loading.isCheck || loading.isReload && loading.source.folder != nil:
            // Its last photo was removed: that is no failure, and photos may return.
            replace(with: catalogue)
            // In a folder, a person has done it.
            if loading.source.folder == nil { owner.toasts.say("\(CatalogueFailure.noPhotos)") }
        case .ended(let catalogue, nil):
            if let months = catalogue.facts.months, loading.isReload, months == list.catalogue?.facts.months {
                confirm(by: catalogue.facts)
            } else if loading.isReload {
                replace(with: catalogue)
            } else {
                show(catalogue)
                endLoading()
                pages.begin(after: catalogue)
                if catalogue.facts.isKept { check() }
            }
            if catalogue.mayBeCutShort { owner.toasts.say(LoadingText.mayBeCutShort) }
            if catalogue.facts.isCutByServer, !loading.isCheck { owner.toasts.say(LoadingText.isCutByServer) }
        case .ended(_, .fetch(let failure)?) where loading.isCheck && failure.meansOffline: confirm()
        case .ended(_, let failure?) where loading.isCheck && failure.meansGone:
            // What was kept stays on screen, and is not asked for again whenever the network is back.
            if var facts = list.catalogue?.facts {
                facts.isKept = false
                confirm(by: facts)
            }
            ended(failure, loading.source, rows: 0)
        case .ended(let catalogue, let failure?):
            // Rows stay, but what was on screen is not replaced by a catalogue without visible rows.
            let isKept = !loading.isReload && catalogue.count > 0 && (loading.isShown || list.isEmpty)
            if isKept { show(catalogue) }
            endLoading()
            if !isKept, !loading.isReload { memory.failedToOpen() }
            ended(failure, loading.source, rows: isKept ? catalogue.photoCount : 0)
        }
    }

    private func show(_ progress: CatalogueProgress) {
        let isFirst = loading?.rows == 0
        loading?.rows = progress.rows
        owner.stage.show(progress)
        // The first rows fill this turn of the main loop.
        if isFirst { titleTimer = MainTimer(after: 0) { [weak self] in self?.showTitle() } } else { showTitle() }
    }

    /// Loading has failed; `rows` rows could be read, and are shown.
    private func ended(_ failure: CatalogueFailure, _ source: CatalogueSource, rows: Int) {
        guard failure == .cancelled else { return show(failure, for: source, rows: rows) }
        // The person has cancelled it.
        showTitle()
        reading.stopDemos(except: self.source)
        owner.stage.showWelcome()
        if rows > 0 { owner.toasts.say(LoadingText.stopped(at: rows)) }
    }

    private func show(_ catalogue: Catalogue) {
        guard let loading else { return }
        if loading.isShown {
            list.grow(to: catalogue)
            memory.grew(to: catalogue)
        } else {
            self.loading?.isShown = true
            pages.end()
            source = loading.source
            trail.shows(loading.source)
            folders.show(loading.source)
            reading.stopDemos(except: source)
            owner.photos?.end()
            owner.stage.showList()
            owner.pane.reset()
            owner.several.end()
            // The person may have signed out of where the photos are from.
            if memory.isForgotten { list.loading.forgetPictures() }
            list.open(catalogue, at: memory.start(in: catalogue))
            memory.find()
            owner.commands.set(.catalogue, isMet: true)
            owner.program.rememberWhatIsOpen(opened: loading.source)
            memory.opened(loading.source, title: ownTitle)
        }
    }

    /// Replaces the catalogue with its new version: what is on screen stays there.
    private func replace(with new: Catalogue) {
        guard list.catalogue != nil else { return show(new) }
        var unchanged: (@MainActor (Catalogue) -> Void)?
        if loading?.isCheck == true { unchanged = { [weak self] in self?.confirm(by: $0.facts) } }
        comparison = VersionComparison(of: new, with: list, unchanged: unchanged) { [weak self] outcome in
            guard let self else { return }
            let new = outcome.catalogue
            list.replace(
                with: new, at: outcome.place, selected: outcome.selected, focused: outcome.focused,
                isNear: outcome.isNear)
            if new.photoCount == 0 { owner.photos?.end() }
            owner.stage.showWelcome()
            endLoading()
            pages.begin(after: new, revalidates: true)
            if new.facts.isKept { check() }
        }
        comparison?.begin()
    }

    /// What the person calls the catalogue, or its own title.
    var title: String { source.flatMap { owner.program.recent.name(of: $0) } ?? ownTitle }

    /// The catalogue's own title, or its file name.
    var ownTitle: String { LoadingText.title(of: list.catalogue?.facts, else: source?.title) }

    /// Shows the welcome page, because there is nothing to open.
    func welcome() {
        owner.stage.welcomeSoon { [weak self] in
            if let self, wanted == nil { owner.stage.showWelcome() }
        }
    }

    func showTitle() {
        // A loading catalogue has its own title until rows arrive.
        if let loading, loading.rows == 0 { return }
        if owner.photos?.isOpen != true { owner.window.title = title }
        let rows = loading.map { LoadingText.soFar($0.rows) } ?? owner.finding.rowsText
        let doubts = list.catalogue.map(LoadingText.doubts) ?? ""
        owner.header.setTitle(title, subtitle: rows + doubts)
        owner.sidebar?.show(source?.text, list.catalogue?.facts)
        owner.header.said?((loading == nil ? owner.finding.spokenRows : rows) + doubts)
    }

    /// The pages of the open catalogue have no photos at all.
    func hasFoundNothing() { if let source { show(.noPhotos, for: source) } }

    private func show(_ failure: CatalogueFailure, for source: CatalogueSource, rows: Int = 0) {
        self.failure = failure
        reading.stopDemos(except: self.source)
        showTitle()
        owner.stage.showWelcome()
        if !owner.isScreenshot { owner.dialogs.say(OpeningFailureText(failure, of: source, rows: rows), of: source) }
    }
}
