import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

// The widget tree:
//
//   Application (AdwApplication)
//   └── PhotoWindow (AdwApplicationWindow), one a catalogue
//       └── Box
//           ├── ToastOverlay
//           │   └── Overlay: PhotoTransition above a Stack of the list's page, below, and the photo's, made later:
//           │       ├── "photo": PhotoPage
//           │       │   ├── HeaderBar: back │ name, place in the list │ details, menu
//           │       │   ├── Flap
//           │       │   │   ├── Overlay: PhotoCanvas, previous, next, zoom, progress, failure, CompareControls
//           │       │   │   └── PhotoDetailsPanel: histogram, what is known
//           │       │   ├── PhotoStrip: the photos before and after, a PhotoCell each
//           │       │   └── FilterBar: FilterStrip, amount, compare, original, Apply to All
//           │       └── "list": Box
//           │           ├── HeaderBar: back, open, reload │ title │ network spinner, menu
//           │           ├── Overlay, with LoadingBar while a catalogue is read; Cancel is in the header bar then
//           │           │   └── Stack
//           │           │       ├── "welcome": WelcomePage (AdwStatusPage): what can be opened, CameraList, RecentList
//           │           │       └── "list": FindingPane: search bar, PhotoListView, position
//           │           │           └── ScrolledWindow over one of two, on a ListModel of PhotoRecord
//           │           │               ├── ListView
//           │           │               │   └── PhotoRow, about 200 of them
//           │           │               │       ├── Overlay: placeholder, photo, filtered photo
//           │           │               │       ├── Box: name, state, reason
//           │           │               │       ├── Spinner
//           │           │               │       └── Button: Retry
//           │           │               └── GridView
//           │           │                   └── PhotoCell, some 33 rows of them
//           │           │                       ├── SquareBox: placeholder, photo, filtered photo, spinner, Retry
//           │           │                       └── Label: name
//           │           └── Revealer: InspectorPanel
//           └── SavingBar: what is being saved or exported, and Cancel
//
// Dialogs: OpenLocationDialog, FileChooser, CredentialDialog, PrivacyControl's questions, MessageDialog "Oops!".

/// The program: parses the command line, and runs until the last window closes.
@MainActor
public final class ClassicPhotos {
    static let id = "org.classicphotos.ClassicPhotos"
    static var version: String { ProgramVersion.text }

    let application: Application
    private lazy var search = CatalogueSearchProvider(of: self)
    let settings: Settings
    let recent: RecentControl
    let cameras = CameraWatch()
    /// Receives reports from every stage of every window.
    let tracer: Tracer
    private(set) var windows: [PhotoWindow] = []
    private var firstFrame: FrameRequest?
    private lazy var resources = ResourceWatch { [weak self] in self?.windows ?? [] }
    private var screenshot: ScreenshotSession?
    private var exitStatus: Int32 = 0

    let network: ProgramNetwork
    var photoFetcher: CachingFetcher { network.photos }
    var catalogueFetcher: CachingFetcher { network.catalogues }
    var folderFetcher: KeptFolderFetcher { network.folders }
    var credentials: CredentialBroker { network.credentials }
    var kept: KeptData { network.kept }
    var archiveFiller: ArchiveFiller { network.archiveFiller }
    /// Makes catalogues of S3 buckets.
    var objectFiller: ObjectFiller { network.objectFiller }
    var libraryFiller: LibraryFiller { network.libraryFiller }
    var galleryFiller: GalleryFiller { network.galleryFiller }
    var allLibrariesFiller: AllLibrariesFiller { network.allLibrariesFiller }
    var libraries: LibraryStore { network.libraries }
    /// Row pictures of files between starts: the desktop's thumbnails. Another version may decode what this one cannot.
    let rowPictures = DeferredRowPictures(
        ThumbnailStore(program: "classic-photos-\(version)", coding: Decoders.standard.thumbnails))
    /// The filters of individual photos.
    let choices = PhotoChoices()
    private var preferences: PreferenceWatch?
    private var contrast: ContrastStyle?
    private var narrow: NarrowStyle?

    private init(isUnique: Bool, tracer: Tracer) {
        (self.tracer, settings) = (tracer, Settings(schema: Self.id))
        application = Application(id: Self.id, isUnique: isUnique)
        recent = RecentControl(settings: settings)
        network = ProgramNetwork(settings, tracer: tracer)
        // Nobody is present for a screenshot.
        network.credentialDialogs.parent = { [weak self] in
            guard let self, screenshot == nil else { return nil }
            return windows.first(where: \.window.isActive) ?? windows.last
        }
        choices.changed = { [weak self] url in
            self?.windows.forEach {
                $0.list.filters.choiceChanged(of: url)
                $0.photos?.filters?.choiceMayHaveChanged()
            }
        }
        network.onBusy { [weak self] isBusy in self?.windows.forEach { $0.header.showNetwork(isBusy: isBusy) } }
        recent.windows = { [weak self] in self?.windows ?? [] }
        cameras.windows = { [weak self] in self?.windows ?? [] }
        // In every window. Addresses do not reveal which photos a space protects: they may redirect.
        network.onSignedIn { [weak self] in
            self?.windows.forEach {
                $0.list.loading.retryRefused()
                $0.photos?.loads.retryFailed()
            }
        }
    }

    /// Runs the program with the process's command line, and ends the process.
    public static func main() -> Never {
        ProcessMemory.keepLittle()
        GettextTranslator.install()
        exit(run(CommandLineWords.own))
    }

    /// Runs the program with the command line `words`, program name first; returns the exit status.
    static func run(_ words: [[UInt8]]) -> Int32 {
        let folder = CommandLineWords.ownFolder
        let arguments: Arguments
        do throws(Arguments.Invalid) {
            arguments = try Arguments(CommandLineWords.texts(Array(words.dropFirst()), in: folder), in: folder)
        } catch {
            StandardError.say("\(error)")
            return 2
        }
        if arguments.showsHelp || arguments.showsVersion {
            var lines = [arguments.showsHelp ? Arguments.usage : "classic-photos \(version)"]
            if arguments.showsAllHelp { lines += ["", Arguments.environment] }
            if !arguments.showsHelp, arguments.isVerbose { lines.append(Decoders.standard.determineConfinement()) }
            return StandardOutput.print(lines) ? 0 : 1
        }
        if let thumbnail = arguments.thumbnail { return thumbnail.make() }
        if arguments.explains { return ExplanationRequest.print(arguments.sources) }
        SessionBus.settle()
        let tracer = Tracer()
        do throws(TraceFile.Unwritable) {
            if let path = arguments.trace { tracer.write(to: try TraceFile(path)) }
        } catch {
            StandardError.say("\(error)")
            return 2
        }
        defer { tracer.close() }
        // The started process itself takes a screenshot or a trace.
        let program = ClassicPhotos(isUnique: arguments.screenshot == nil && arguments.trace == nil, tracer: tracer)
        return program.run(words)
    }

    private func run(_ words: [[UInt8]]) -> Int32 {
        application.onStartup { [weak self] in self?.startUp() }
        application.onBus { [search] in search.export(on: $0) }
        application.onCommandLine { [weak self] words, folder in
            let folder = folder.map { FilePath(bytes: $0) } ?? CommandLineWords.ownFolder
            let words = CommandLineWords.texts(Array(words.dropFirst()), in: folder)
            // Already checked by the process that passed its command line on.
            guard let self, let arguments = try? Arguments(words, in: folder) else { return }
            open(arguments)
        }
        application.onActivate { [weak self] in self?.open(Arguments()) }
        application.onOpen { [weak self] addresses in self?.open(addresses) }
        let status = application.run(words)
        // Takes a few milliseconds, and leaves no half-written file.
        rowPictures.stop()
        rowPictures.waitUntilIdle()
        recent.finish(within: Self.longestFarewell)
        network.stop(within: Self.longestFarewell)
        Settings.sync()
        return status != 0 ? status : exitStatus
    }

    /// The maximum wait for the disk at the end, in seconds.
    private static let longestFarewell = 2.0

    private func startUp() {
        for css in [RowStyle.css, PhotoStyle.css, InspectorPanel.css] { Style.add(css: css) }
        contrast = ContrastStyle()
        narrow = NarrowStyle()
        Style.onTextScale { [weak self] in self?.windows.forEach { $0.textScaleChanged() } }
        tracer.watchMainContext()
        preferences = PreferenceWatch(settings, network, recent) { [weak self] in self?.windows ?? [] }
        recent.forgetUnwanted()
        DispatchQueue.global(qos: .utility).async { FirstUse.prepare() }
        addActions()
        TerminationSignals.handle { [weak self] in self?.quit() }
        resources.startUp()
    }

    private func quit() {
        windows.forEach { $0.remember() }
        application.quit()
    }

    private func addActions() {
        application.add(Action(Command.quit.rawValue) { [weak self] in self?.quit() })
        application.add(Action(Command.newWindow.rawValue) { [weak self] in self?.openWindow(nil) })
        // The desktop entry's.
        application.add(Action(Command.openLocation.rawValue) { [weak self] in self?.openBlank(.location) })
        let demo = CatalogueSource.demo(count: Arguments.defaultDemoCount)
        application.add(Action(Command.showDemo.rawValue) { [weak self] in self?.openWindow(demo) })
        application.add(Action(SaveNotices.windowAction, taking: { [weak self] in self?.presentWindow(ofNotice: $0) }))
        application.add(Action(SaveNotices.filesAction, taking: { [weak self] in self?.showSavedFile($0) }))
        for command in Command.allCases {
            let keys = command.keys(in: .everywhere)
            if !keys.isEmpty { application.setKeys(keys, for: command.action) }
        }
        // Even while a dialog is open.
        EveryWindowKeys.add(Command.quit.keys(in: .everywhere), action: Command.quit.rawValue, of: application)
    }

    // MARK: - Notifications

    /// Raises the window whose notice was pressed; without it, any other.
    private func presentWindow(ofNotice number: String) {
        let window = windows.first { window in Int(number).map { window.keeping.notices.shows($0) } ?? false }
        if let window { window.window.present() } else { open(Arguments()) }
    }

    /// Shows a saved file in the file manager. Its notice may have outlived the program's windows.
    private func showSavedFile(_ address: String) {
        guard let file = URL(string: address), file.isFileURL else { return }
        if let window = windows.last { return FileManagerView.show([file], from: window.window) }
        application.hold()
        FileManagerView.ask(for: [file]) { [weak self] _ in self?.application.release() }
    }

    // MARK: - Windows

    private func open(_ arguments: Arguments) {
        var sources: [CatalogueSource?] = arguments.sources
        if let blank = arguments.blankWindow {
            openBlank(blank)
        } else if sources.isEmpty {
            // Started again without a catalogue: raises the open window.
            if let window = windows.last { return window.window.present() }
            sources = recent.lastOpen.compactMap { try? CatalogueSource($0, in: "/") }
            if sources.isEmpty { sources = [nil] }
        }
        for source in sources { openWindow(source, screenshot: arguments.screenshot) }
    }

    /// Opens what the desktop passes through the session's bus, and says what cannot be opened.
    private func open(_ addresses: [String]) {
        var arguments = Arguments()
        var refusals: [(address: String, reason: String)] = []
        for address in addresses {
            do throws(Arguments.Invalid) {
                arguments.sources.append(try CatalogueSource(address, in: "/", isURI: true))
            } catch {
                refusals.append((address, error.description))
            }
        }
        arguments.sources = Arguments.gatheringPictures(arguments.sources)
        open(arguments)
        if !refusals.isEmpty { windows.last?.window.sayFailure(RefusalText.of(refusals)) }
    }

    private func openBlank(_ blank: Arguments.BlankWindow) {
        switch blank {
        case .welcome: openWindow(nil)
        case .location:
            if windows.isEmpty { openWindow(nil) }
            windows.last?.window.present()
            windows.last?.commands.perform(.openLocation)
        }
    }

    /// Opens `source` in a new window, and the focused photo of `place`, if that is given; without a source, shows the
    /// welcome page.
    private func openWindow(
        _ source: CatalogueSource?, at place: CataloguePlace? = nil, screenshot path: FilePath? = nil
    ) {
        let window = PhotoWindow(program: self, application: application, isScreenshot: path != nil)
        windows.append(window)
        window.list.loading.isNetworkMetered = resources.isNetworkMetered
        if let path, screenshot == nil { takeScreenshot(of: window, to: path) }
        window.window.present()
        if let source {
            window.opening.open(source, at: place, opensPhoto: place != nil)
        } else {
            window.opening.welcome()
        }
        if firstFrame == nil {
            firstFrame = FrameRequest(of: window.window, .painted) { [weak self] in self?.resources.watch() }
            firstFrame?.request()
        }
    }

    /// Opens each in a new window.
    func openMore(_ sources: [CatalogueSource]) {
        var arguments = Arguments()
        arguments.sources = sources
        open(arguments)
    }

    /// Opens `source` in a new window, and the photo at `mark` once it is there.
    func open(_ source: CatalogueSource, at mark: CataloguePlace.Mark) {
        openWindow(source, at: CataloguePlace(top: mark, offset: 0, focused: mark))
    }

    private func takeScreenshot(of window: PhotoWindow, to path: FilePath) {
        screenshot = ScreenshotSession(of: window, to: path) { [weak self] status in
            self?.exitStatus = status
            self?.application.quit()
        }
    }

    func closed(_ window: PhotoWindow) {
        windows.removeAll { $0 === window }
        network.credentialDialogs.closed(window)
        // The last window's catalogue is opened next time.
        if !windows.isEmpty { rememberWhatIsOpen() }
    }

    /// What is open has changed: `opened` has just been opened, or a window was closed.
    func rememberWhatIsOpen(opened: CatalogueSource? = nil) {
        if !recent.openAddresses.contains(AllLibraries.address) { allLibrariesFiller.forget() }
        recent.rememberOpen(opened: opened)
    }
}
