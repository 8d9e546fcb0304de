import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Opens and reloads the catalogue of one window, which is read while it is shown.
@MainActor
final class CatalogueOpening {
    /// What was asked for last, whether it could be had or not: what the next start opens.
    private(set) var wanted: CatalogueSource?
    /// What is open.
    private(set) var source: CatalogueSource?
    /// What went wrong last, for the screenshot, which shows no dialog.
    private(set) var failure: CatalogueFailure?
    private unowned let owner: PhotoWindow
    private let catalogues: CatalogueLoader
    private let folders = FolderFollowing()
    private let demos = DemoServers()
    /// The catalogue that is under way.
    private var loading: LoadingCatalogue?

    private var list: PhotoListView { owner.list }

    /// Opens nothing yet.
    init(of owner: PhotoWindow) {
        self.owner = owner
        // A queue of its own: a catalogue is not to wait for the frame after one in which something else happened.
        catalogues = CatalogueLoader(
            fetcher: owner.program.catalogueFetcher, formats: .standard,
            fillers: [folders.filler, PictureListFiller()], mainContext: MainContext())
        folders.onChange = { [weak self] change in
            switch change {
            case .files(let files): self?.list.loading.filesChanged(files)
            case .folder: self?.openAgain()
            }
        }
        owner.commands.add(.reload) { [weak self] in self?.openAgain() }
        owner.commands.add(.cancelLoading) { [weak self] in self?.catalogues.stop() }
        owner.commands.set(.catalogue, isMet: false)
    }

    /// Whether a catalogue is under way.
    var isLoading: Bool { loading != nil }

    /// What is there sooner needs no bar: it would only flash by.
    private static let barDelayMilliseconds = 300

    /// Opens `source`, asking its server even where a cache would do if it `revalidates`. What is on screen stays until
    /// the first rows are there, and if there come none.
    func open(_ source: CatalogueSource, revalidates: Bool = false) {
        wanted = source
        guard let url = begin(source, isReload: false) else { return }
        if !list.isEmpty || self.source != nil {
            owner.header.setTitle(title, subtitle: "Opening \(source.title)…")
        } else {
            // The window is there at once, empty.
            owner.stage.showList()
            owner.header.setTitle(source.title, subtitle: "Opening…")
        }
        catalogues.load(url, revalidates: revalidates) { [weak self] in self?.take($0) }
    }

    /// Asks whether there is another version of what is open, and tries photos again that failed. If there is none,
    /// nothing else changes; if there is, the photos on screen stay where they are, as far as they are still in it.
    func openAgain() {
        guard let source else { return }
        list.loading.retryAll()
        guard let catalogue = list.catalogue, !list.isEmpty else { return open(source, revalidates: true) }
        wanted = source
        guard let url = begin(source, isReload: true) else { return }
        owner.header.setTitle(title, subtitle: "Opening \(source.title)…")
        let known = catalogue.isComplete ? catalogue.version : nil
        catalogues.load(url, revalidates: true, known: known) { [weak self] in self?.take($0) }
    }

    /// What is open is called so now: photos of it have gone or come back. It is read again where it stands.
    func follow(_ source: CatalogueSource) {
        self.source = source
        openAgain()
        owner.program.rememberWhatIsOpen()
    }

    /// There is a network again: a catalogue that could not be checked for want of one is asked for.
    func networkIsBack() {
        if list.catalogue?.isStale == true, loading == nil { openAgain() }
    }

    private func begin(_ source: CatalogueSource, isReload: Bool) -> URL? {
        failure = nil
        owner.photos?.seenSince = Date().timeIntervalSince1970
        owner.program.credentials.forgetRefusals()
        catalogues.cancel()
        clearLoading()
        folders.willRead(source)
        do {
            let url = try demos.location(of: source)
            var loading = LoadingCatalogue(source: source, isReload: isReload)
            loading.barTimer = MainTimer(after: Self.barDelayMilliseconds) { [weak self] in self?.showBar() }
            self.loading = loading
            return url
        } catch {
            folders.hasRead()
            show(.fetch(.other(reason: "\(error)")), for: source)
            return nil
        }
    }

    private func endLoading() {
        clearLoading()
        folders.hasRead()
    }

    private func clearLoading() {
        loading = nil
        owner.stage.hideBar()
    }

    /// Shows how far the catalogue under way is, and what ends it.
    private func showBar() {
        owner.stage.showBar(in: owner.header)
        if loading?.isReload == true { showTitle() }
    }

    /// Gives up what is under way: the window closes.
    func close() {
        catalogues.cancel()
        demos.stop(except: nil)
    }

    // MARK: - What comes

    private func take(_ event: CatalogueEvent) {
        guard let loading else { return }
        if case .ended(_, nil) = event { folders.hasReadAll() }
        switch event {
        case .grew(let catalogue, let progress):
            if !loading.isReload { show(catalogue) }
            show(progress)
        case .progressed(let progress): show(progress)
        case .unchanged:
            endLoading()
            showTitle()
        case .ended(let catalogue, .noPhotos?) where loading.isReload && loading.source.folder != nil:
            // Its last photo has gone from it: that is no failure, and it may come back.
            replace(with: catalogue)
        case .ended(let catalogue, nil):
            if loading.isReload {
                replace(with: catalogue)
            } else {
                show(catalogue)
                endLoading()
                showTitle()
            }
            if catalogue.mayBeCutShort { owner.toasts.say(LoadingText.mayBeCutShort) }
        case .ended(let catalogue, let failure?):
            // Rows stay, but what was on screen is not given up for a catalogue of which none was shown.
            let isKept = !loading.isReload && catalogue.count > 0 && (loading.isShown || list.isEmpty)
            if isKept { show(catalogue) }
            endLoading()
            ended(failure, loading.source, rows: isKept ? catalogue.count : 0)
        }
    }

    private func show(_ progress: CatalogueProgress) {
        loading?.rows = progress.rows
        owner.stage.show(progress)
        showTitle()
    }

    /// `rows` rows of it could be read, and are shown.
    private func ended(_ failure: CatalogueFailure, _ source: CatalogueSource, rows: Int) {
        guard failure == .cancelled else { return show(failure, for: source, rows: rows) }
        // The person has cancelled it.
        showTitle()
        demos.stop(except: self.source)
        owner.stage.showWelcome()
        if rows > 0 { owner.toasts.say(LoadingText.stopped(at: rows)) }
    }

    private func show(_ catalogue: Catalogue) {
        guard let loading else { return }
        if loading.isShown {
            list.grow(to: catalogue)
        } else {
            self.loading?.isShown = true
            source = loading.source
            folders.show(loading.source)
            demos.stop(except: source)
            owner.photos?.end()
            owner.stage.showList()
            owner.pane.reset()
            list.open(catalogue)
            owner.commands.set(.catalogue, isMet: true)
            owner.program.rememberWhatIsOpen()
        }
    }

    /// Puts the new version in the place of the old. Where its first photo on screen is now is looked up by a worker:
    /// among a million rows that takes some milliseconds.
    private func replace(with new: Catalogue) {
        guard let old = list.catalogue else { return show(new) }
        let onScreen = list.visible.entries
        let selected = list.selection.entries
        let focused = list.placing.focusToKeep
        let source = loading?.source
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let place = onScreen.lazy.compactMap { row in new.row(like: row, of: old).map { (old: row, new: $0) } }
                .first
            let stillSelected = new.rows(like: selected, of: old)
            let stillFocused = focused.flatMap { new.row(like: $0, of: old) }
            MainContext.shared.perform {
                // Not if another one was asked for meanwhile.
                guard let self, self.loading?.isReload == true, self.loading?.source == source else { return }
                self.list.replace(with: new, at: place, selected: stillSelected, focused: stillFocused)
                if new.count == 0 { self.owner.photos?.end() }
                self.owner.stage.showWelcome()
                self.endLoading()
                self.showTitle()
            }
        }
    }

    /// As the catalogue calls itself, or as its file is called.
    var title: String { LoadingText.title(of: list.catalogue?.facts, else: source?.title) }

    /// Shows the welcome page, for want of anything to open.
    func welcome() {
        owner.stage.welcomeSoon { [weak self] in
            if let self, wanted == nil { owner.stage.showWelcome() }
        }
    }

    /// Says what is open, and how many photos are in it.
    func showTitle() {
        // What is being opened says so itself, until there are rows.
        if let loading, loading.rows == 0 { return }
        if owner.photos?.isOpen != true { owner.window.title = title }
        let rows = loading.map { LoadingText.soFar($0.rows) } ?? owner.finding.rowsText
        owner.header.setTitle(title, subtitle: rows + (list.catalogue.map(LoadingText.doubts) ?? ""))
    }

    private func show(_ failure: CatalogueFailure, for source: CatalogueSource, rows: Int = 0) {
        self.failure = failure
        demos.stop(except: self.source)
        showTitle()
        owner.stage.showWelcome()
        if !owner.isScreenshot { owner.dialogs.say(OpeningFailureText(failure, of: source, rows: rows), of: source) }
    }
}
