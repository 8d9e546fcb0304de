import GLibBridge
import GtkBridge
import PhotoCore

/// Slideshows in one window: of the photos that are selected, or else of all in the list.
@MainActor
final class SlideshowControl {
    private let window: ApplicationWindow
    private let commands: WindowCommands
    private let photos: PhotoPresenter
    private let list: PhotoListView
    private let stored: Settings
    private let toasts: ToastOverlay
    /// As the next slideshow is to be; the one that runs follows.
    private var settings: SlideshowPlayer.Settings {
        didSet { photos.slideshow?.change(to: settings) }
    }

    /// Has slideshows of `photos` run by `commands`, as `stored` says.
    init(
        of photos: PhotoPresenter, in window: ApplicationWindow, commands: WindowCommands, stored: Settings,
        toasts: ToastOverlay
    ) {
        self.window = window
        self.commands = commands
        self.photos = photos
        list = photos.list
        self.stored = stored
        self.toasts = toasts
        settings = SlideshowPlayer.Settings(stored)
        addCommands()
        enable()
    }

    /// Works as the settings say, which were changed elsewhere.
    func follow() {
        settings = SlideshowPlayer.Settings(stored)
        commands[.slideshowInterval]?.choice = "\(settings.seconds)"
        commands[.slideshowRandom]?.isOn = settings.isRandom
        commands[.slideshowLoop]?.isOn = settings.goesRound
        commands[.slideshowFade]?.isOn = settings.fades
    }

    private func addCommands() {
        commands.add(.slideshowInterval, choosing: "\(settings.seconds)") { [weak self] text in
            guard let self, let seconds = Int(text) else { return }
            settings.seconds = Slideshow.held(seconds: seconds)
            stored.set("slideshow-interval", settings.seconds)
        }
        addToggle(.slideshowRandom, \.isRandom)
        addToggle(.slideshowLoop, \.goesRound)
        addToggle(.slideshowFade, \.fades)
        commands.add(.slideshowPause) { [weak self] in
            guard let self else { return }
            if let slideshow = photos.slideshow { slideshow.pauseOrGoOn() } else { begin() }
        }
        commands.add(.slideshow) { [weak self] in
            guard let self else { return }
            if let slideshow = photos.slideshow { slideshow.end() } else { begin() }
        }
        commands.add(.slideshowBegin) { [weak self] in self?.begin() }
        commands.add(.slideshowEnd) { [weak self] in self?.photos.slideshow?.end() }
        commands.add(.slideshowHold) { [weak self] in self?.photos.slideshow?.pauseOrGoOn() }
        commands.add(.slideshowGoOn) { [weak self] in self?.photos.slideshow?.pauseOrGoOn() }
    }

    private func addToggle(_ command: Command, _ value: WritableKeyPath<SlideshowPlayer.Settings, Bool>) {
        commands.addToggle(command) { [weak self] isOn in
            guard let self, settings[keyPath: value] != isOn else { return }
            settings[keyPath: value] = isOn
            stored.set(command.rawValue, isOn)
        }
        commands[command]?.isOn = settings[keyPath: value]
    }

    /// Says what can be done now.
    func enable() {
        let slideshow = photos.slideshow
        commands.set(.photos, isMet: hasPhotos)
        commands.set(.noSlideshow, isMet: hasPhotos && slideshow == nil)
        commands.set(.slideshow, isMet: slideshow != nil)
        commands.set(.slideshowGoesOn, isMet: slideshow?.isPaused == false)
        commands.set(.slideshowIsPaused, isMet: slideshow?.isPaused == true)
    }

    private var hasPhotos: Bool { (list.catalogue?.photoCount ?? 0) > 0 }

    /// The photo from which a show of the list starts: after a folder, the next.
    private var firstPhoto: PhotoRecord? {
        guard let record = list.photoToOpen, record.folder != nil else { return list.photoToOpen }
        let number = list.records.row(of: record).map(list.records.photoNumber(ofRow:))
        return number.flatMap(list.records.photo) ?? list.records.photo(at: 0)
    }

    private func begin() {
        guard hasPhotos, photos.slideshow == nil else { return }
        let selected = list.selection.count > 1 ? list.selection.shownEntries : nil
        let isFromList = !photos.isOpen
        let shown = photos.record
        let isSelected = shown.flatMap(list.records.entry).map { selected?.contains(UInt32($0)) == true }
        // A photo that is looked at and is none of those selected: all of the list is meant.
        let entries = isSelected == false ? nil : selected
        let first = entries?.first.flatMap { list.records.row(ofEntry: Int($0)) }.flatMap(list.records.record)
        guard let record = shown ?? (entries == nil ? firstPhoto : first) else { return }
        if isFromList { photos.open(record, asPicture: true) }
        // Where a search leaves nothing but folders, there is no page.
        guard photos.isOpen else { return }
        let player = SlideshowPlayer(photos, of: entries, from: record, settings: settings)
        let inhibition = Inhibition(for: window, reason: localized("A slideshow is running"))
        player.onPause = { [weak self] in self?.stateChanged() }
        player.onEnd = { [weak self] in
            inhibition?.end()
            self?.ended(closes: isFromList)
        }
        player.onPassOver = { [weak toasts] record in toasts?.say(localized("“\(record.name)” failed to load")) }
        photos.stage.enterFullscreen()
        photos.slideshow = player
        photos.page.hideControls()
        stateChanged()
        photos.loads.load()
        player.look()
    }

    /// It is over: the photo shown last stays, or the list is shown again at its row.
    private func ended(closes: Bool) {
        photos.stage.leaveFullscreen()
        photos.slideshow = nil
        stateChanged()
        guard photos.isOpen else { return }
        if closes { photos.close() } else { photos.loads.load() }
    }

    private func stateChanged() {
        enable()
        photos.page.showSlideshow(isPaused: photos.slideshow?.isPaused)
    }
}

extension SlideshowPlayer.Settings {
    /// What is stored, held within its ranges.
    @MainActor
    init(_ stored: Settings) {
        self.init()
        seconds = Slideshow.held(seconds: stored.integer("slideshow-interval", default: seconds))
        isRandom = stored.boolean("slideshow-random", default: isRandom)
        goesRound = stored.boolean("slideshow-loop", default: goesRound)
        fades = stored.boolean("slideshow-fade", default: fades)
    }
}
