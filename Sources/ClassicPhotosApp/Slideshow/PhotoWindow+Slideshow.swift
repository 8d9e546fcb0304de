import GLibBridge
import GtkBridge
import PhotoCore

// A slideshow: of the photos that are selected, or else of all in the list.

extension PhotoWindow {
    /// For how many seconds a photo can be shown.
    private static let intervals = [3, 5, 10, 30, 60]

    static func slideshowMenu() -> Menu {
        let start = Menu()
        start.append("_Start", action: "win.slideshow-begin", keys: "<Shift>F5")
        start.append("_Pause", whilePossible: "win.slideshow-hold", keys: "space")
        start.append("_Continue", whilePossible: "win.slideshow-go-on", keys: "space")
        start.append("_End", whilePossible: "win.slideshow-end", keys: "Escape")
        let intervals = Menu()
        for (seconds, text) in zip(Self.intervals, ["_3", "_5", "_10", "3_0", "_60"]) {
            intervals.append("\(text) Seconds", action: "win.slideshow-interval::\(seconds)")
        }
        let ways = Menu()
        ways.append("In _Random Order", action: "win.slideshow-random")
        ways.append("_Begin Again After the Last", action: "win.slideshow-loop")
        ways.append("_Fade", action: "win.slideshow-fade")
        let menu = Menu()
        menu.append(section: start)
        menu.append(section: intervals, heading: "Each Photo")
        menu.append(section: ways)
        return menu
    }

    /// Adds the actions, of which those that need photos are given back.
    func addSlideshowActions() -> [Action] {
        let stored = program.settings
        var settings = SlideshowPlayer.Settings()
        settings.seconds = max(1, stored.integer("slideshow-interval", default: settings.seconds))
        settings.isRandom = stored.boolean("slideshow-random", default: settings.isRandom)
        settings.goesRound = stored.boolean("slideshow-loop", default: settings.goesRound)
        settings.fades = stored.boolean("slideshow-fade", default: settings.fades)
        slideshowSettings = settings
        window.addAction("slideshow-interval", choosing: "\(settings.seconds)") { [weak self] text in
            guard let self, let seconds = Int(text) else { return }
            slideshowSettings.seconds = seconds
            program.settings.set("slideshow-interval", seconds)
        }
        addSlideshowToggle("slideshow-random", \.isRandom)
        addSlideshowToggle("slideshow-loop", \.goesRound)
        addSlideshowToggle("slideshow-fade", \.fades)
        let pause = window.addAction("slideshow-pause") { [weak self] in
            guard let self else { return }
            if let slideshow = photos?.slideshow { slideshow.pauseOrGoOn() } else { beginSlideshow() }
        }
        let start = window.addAction("slideshow") { [weak self] in
            guard let self else { return }
            if let slideshow = photos?.slideshow { slideshow.end() } else { beginSlideshow() }
        }
        addSlideshowEntries()
        return [start, pause]
    }

    /// Adds what the menu's entries do: each one thing, where keys and buttons do one thing or the other.
    private func addSlideshowEntries() {
        let begin = window.addAction("slideshow-begin") { [weak self] in self?.beginSlideshow() }
        let end = window.addAction("slideshow-end") { [weak self] in self?.photos?.slideshow?.end() }
        let hold = window.addAction("slideshow-hold") { [weak self] in self?.photos?.slideshow?.pauseOrGoOn() }
        let goOn = window.addAction("slideshow-go-on") { [weak self] in self?.photos?.slideshow?.pauseOrGoOn() }
        enableSlideshowEntries = { [weak self] in
            guard let self else { return }
            let slideshow = photos?.slideshow
            begin.isEnabled = !list.isEmpty && slideshow == nil
            end.isEnabled = slideshow != nil
            hold.isEnabled = slideshow?.isPaused == false
            goOn.isEnabled = slideshow?.isPaused == true
        }
        photos?.onSlideshow = enableSlideshowEntries
        enableSlideshowEntries?()
    }

    private func addSlideshowToggle(_ name: String, _ value: WritableKeyPath<SlideshowPlayer.Settings, Bool>) {
        window.addToggle(name) { [weak self] isOn in
            guard let self, slideshowSettings[keyPath: value] != isOn else { return }
            slideshowSettings[keyPath: value] = isOn
            program.settings.set(name, isOn)
        }.isOn = slideshowSettings[keyPath: value]
    }

    private func beginSlideshow() {
        guard let photos, !list.isEmpty, photos.slideshow == nil else { return }
        let selected = list.selection.count > 1 ? list.selection.shownEntries : nil
        let isFromList = !photos.isOpen
        let shown = photos.record
        let isSelected = shown.flatMap(list.records.entry).map { selected?.contains(UInt32($0)) == true }
        // A photo that is looked at and is none of those selected: all of the list is meant.
        let entries = isSelected == false ? nil : selected
        let first = entries?.first.flatMap { list.records.row(ofEntry: Int($0)) }.flatMap(list.photo)
        guard let record = shown ?? (entries == nil ? list.photoToOpen : first) else { return }
        if isFromList { photos.open(record) }
        let player = SlideshowPlayer(photos, of: entries, from: record, settings: slideshowSettings)
        let inhibition = Inhibition(for: window, reason: "A slideshow is running")
        player.onEnd = { [weak self] in
            inhibition?.end()
            self?.photos?.slideshowEnded(closes: isFromList)
        }
        player.onPassOver = { [weak self] record in self?.toasts.say("“\(record.name)” failed to load") }
        photos.begin(player)
    }
}
