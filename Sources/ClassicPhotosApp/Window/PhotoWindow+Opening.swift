import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

// Opening and reloading catalogues, which are read while they are shown.

extension PhotoWindow {
    /// A catalogue under way.
    struct Loading {
        let source: CatalogueSource
        /// Whether it is another version of what is on screen, which stays until all of the new one is there.
        let isReload: Bool
        /// Whether rows of it are on screen.
        var isShown = false
        /// How many rows of it have been read.
        var rows = 0
        /// The bar appears only for what takes a while.
        var barTimer: MainTimer?
    }

    /// What is there sooner needs no bar: it would only flash by.
    private static let barDelayMilliseconds = 300

    /// Opens `source`, asking its server even where a cache would do if it `revalidates`. What is on screen stays until the
    /// first rows are there, and if there come none.
    func open(_ source: CatalogueSource, revalidates: Bool = false) {
        wanted = source
        guard let url = begin(source, isReload: false) else { return }
        if !list.isEmpty || self.source != nil {
            header.setTitle(title, subtitle: "Opening \(source.title)…")
        } else {
            // The window is there at once, empty.
            stack.visibleChild = "list"
            header.setTitle(source.title, subtitle: "Opening…")
        }
        catalogues.load(url, revalidates: revalidates) { [weak self] in self?.take($0) }
    }

    /// Asks whether there is another version of what is open, and tries photos again that failed. If there is none, nothing
    /// else changes; if there is, the photos on screen stay where they are, as far as they are still in it.
    func openAgain() {
        guard let source else { return }
        list.retryAll()
        guard let catalogue = list.catalogue, !list.isEmpty else { return open(source, revalidates: true) }
        wanted = source
        guard let url = begin(source, isReload: true) else { return }
        header.setTitle(title, subtitle: "Opening \(source.title)…")
        let known = catalogue.isComplete ? catalogue.version : nil
        catalogues.load(url, revalidates: true, known: known) { [weak self] in self?.take($0) }
    }

    /// There is a network again: what could not be had for want of one, or not be checked, is asked for.
    func networkIsBack() {
        list.networkIsBack()
        photos?.retryFailed()
        if list.catalogue?.isStale == true, loading == nil { openAgain() }
    }

    private func begin(_ source: CatalogueSource, isReload: Bool) -> URL? {
        failure = nil
        photos?.seenSince = Date().timeIntervalSince1970
        program.credentials.forgetRefusals()
        catalogues.cancel()
        clearLoading()
        folders.willRead(source)
        do {
            let url = try location(of: source)
            var loading = Loading(source: source, isReload: isReload)
            loading.barTimer = MainTimer(after: Self.barDelayMilliseconds) { [weak self] in
                self?.showLoadingBar()
            }
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
        loadingBar?.isShown = false
        loadingBar?.show(CatalogueProgress())
    }

    private func location(of source: CatalogueSource) throws -> URL {
        switch source {
        case .url(let url): return url
        case .demo(let count):
            if let demo = demos.first(where: { $0.source == source }) { return try demo.server.start() }
            let server = DemoServer(count: count)
            let url = try server.start()
            demos.append((source, server))
            return url
        }
    }

    /// Stops the demos that are served for nobody any more.
    func stopDemos(except kept: CatalogueSource?) {
        for demo in demos where demo.source != kept { demo.server.stop() }
        demos.removeAll { $0.source != kept }
    }

    /// Something has become of the folder that is open; photos of `files` have other content than before.
    func folderChanged(_ change: FolderFollowing.Change) {
        switch change {
        case .files(let files): list.filesChanged(files)
        case .folder: openAgain()
        }
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
        case .ended(let catalogue, nil) where loading.isReload:
            replace(with: catalogue)
            sayWhetherCutShort(catalogue)
        case .ended(let catalogue, .noPhotos?) where loading.isReload && loading.source.folder != nil:
            // Its last photo has gone from it: that is no failure, and it may come back.
            replace(with: catalogue)
        case .ended(let catalogue, nil):
            show(catalogue)
            endLoading()
            showTitle()
            sayWhetherCutShort(catalogue)
        case .ended(let catalogue, let failure?):
            // Rows stay, but what was on screen is not given up for a catalogue of which none was shown.
            let isKept = !loading.isReload && catalogue.count > 0 && (loading.isShown || list.isEmpty)
            if isKept { show(catalogue) }
            endLoading()
            ended(failure, loading.source, rows: isKept ? catalogue.count : 0)
        }
    }

    private func sayWhetherCutShort(_ catalogue: Catalogue) {
        if catalogue.mayBeCutShort { toasts.say(LoadingText.mayBeCutShort) }
    }

    private func show(_ progress: CatalogueProgress) {
        loading?.rows = progress.rows
        loadingBar?.show(progress)
        showTitle()
    }

    /// `rows` rows of it could be read, and are shown.
    private func ended(_ failure: CatalogueFailure, _ source: CatalogueSource, rows: Int) {
        guard failure == .cancelled else { return show(failure, for: source, rows: rows) }
        // The person has cancelled it.
        showTitle()
        stopDemos(except: self.source)
        showWelcome()
        if rows > 0 { toasts.say(LoadingText.stopped(at: rows)) }
    }

    private func show(_ catalogue: Catalogue) {
        guard let loading else { return }
        if loading.isShown {
            list.grow(to: catalogue)
        } else {
            self.loading?.isShown = true
            source = loading.source
            folders.show(loading.source)
            stopDemos(except: source)
            photos?.end()
            stack.visibleChild = "list"
            pane.reset()
            list.open(catalogue)
            commands.set(.catalogue, isMet: true)
            program.rememberWhatIsOpen()
        }
    }

    /// Puts the new version in the place of the old. Where its first photo on screen is now is looked up by a worker: among
    /// a million rows that takes some milliseconds.
    private func replace(with new: Catalogue) {
        guard let old = list.catalogue else { return show(new) }
        let onScreen = list.entriesOnScreen
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
                if new.count == 0 { self.photos?.end() }
                self.showWelcome()
                self.endLoading()
                self.showTitle()
            }
        }
    }

    /// As the catalogue calls itself, or as its file is called.
    var title: String {
        let own = list.catalogue?.facts.title?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        return own.isEmpty ? source?.title ?? "Classic Photos" : own
    }

    func showTitle() {
        // What is being opened says so itself, until there are rows.
        if let loading, loading.rows == 0 { return }
        if photos?.isOpen != true { window.title = title }
        var text = loading.map { LoadingText.soFar($0.rows) } ?? rowsText
        if list.catalogue?.isStale == true { text += " · Offline" }
        if list.catalogue?.mayBeCutShort == true { text += " · Perhaps cut short" }
        header.setTitle(title, subtitle: text)
    }

    private func show(_ failure: CatalogueFailure, for source: CatalogueSource, rows: Int = 0) {
        self.failure = failure
        stopDemos(except: self.source)
        showTitle()
        showWelcome()
        guard !isScreenshot else { return }
        say(OpeningFailureText(failure, of: source, rows: rows), of: source)
    }
}
