import GLibBridge
import GtkBridge
import PhotoCore

// A slideshow: of the photos that are selected, or else of all in the list.

extension PhotoWindow {
    func addSlideshowActions() {
        let stored = program.settings
        var settings = SlideshowPlayer.Settings()
        settings.seconds = max(1, stored.integer("slideshow-interval", default: settings.seconds))
        settings.isRandom = stored.boolean("slideshow-random", default: settings.isRandom)
        settings.goesRound = stored.boolean("slideshow-loop", default: settings.goesRound)
        settings.fades = stored.boolean("slideshow-fade", default: settings.fades)
        slideshowSettings = settings
        commands.add(.slideshowInterval, choosing: "\(settings.seconds)") { [weak self] text in
            guard let self, let seconds = Int(text) else { return }
            slideshowSettings.seconds = seconds
            program.settings.set("slideshow-interval", seconds)
        }
        addSlideshowToggle(.slideshowRandom, \.isRandom)
        addSlideshowToggle(.slideshowLoop, \.goesRound)
        addSlideshowToggle(.slideshowFade, \.fades)
        commands.add(.slideshowPause) { [weak self] in
            guard let self else { return }
            if let slideshow = photos?.slideshow { slideshow.pauseOrGoOn() } else { beginSlideshow() }
        }
        commands.add(.slideshow) { [weak self] in
            guard let self else { return }
            if let slideshow = photos?.slideshow { slideshow.end() } else { beginSlideshow() }
        }
        addSlideshowEntries()
    }

    /// Adds what the menu's entries do: each one thing, where keys and buttons do one thing or the other.
    private func addSlideshowEntries() {
        commands.add(.slideshowBegin) { [weak self] in self?.beginSlideshow() }
        commands.add(.slideshowEnd) { [weak self] in self?.photos?.slideshow?.end() }
        commands.add(.slideshowHold) { [weak self] in self?.photos?.slideshow?.pauseOrGoOn() }
        commands.add(.slideshowGoOn) { [weak self] in self?.photos?.slideshow?.pauseOrGoOn() }
        photos?.onSlideshow = { [weak self] in self?.enableSlideshowEntries() }
        enableSlideshowEntries()
    }

    func enableSlideshowEntries() {
        let slideshow = photos?.slideshow
        commands.set(.noSlideshow, isMet: !list.isEmpty && slideshow == nil)
        commands.set(.slideshow, isMet: slideshow != nil)
        commands.set(.slideshowGoesOn, isMet: slideshow?.isPaused == false)
        commands.set(.slideshowIsPaused, isMet: slideshow?.isPaused == true)
    }

    private func addSlideshowToggle(_ command: Command, _ value: WritableKeyPath<SlideshowPlayer.Settings, Bool>) {
        commands.addToggle(command) { [weak self] isOn in
            guard let self, slideshowSettings[keyPath: value] != isOn else { return }
            slideshowSettings[keyPath: value] = isOn
            program.settings.set(command.rawValue, isOn)
        }
        commands[command]?.isOn = slideshowSettings[keyPath: value]
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
