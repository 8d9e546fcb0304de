import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// The page of one photo: its title, the photo, and what can be done.
@MainActor
final class PhotoPage {
    let widget = Box(.vertical)
    let canvas = PhotoCanvas()
    let gestures: PhotoGestures
    let header = HeaderBar()
    let overlay: Overlay
    /// The photo, and its details.
    let details: PhotoDetailsPlace

    private let info = Button(icon: "document-properties-symbolic", .details, label: localized("Details"))
    /// Begins a slideshow; holds it, while there is one.
    private let play = Button(icon: "media-playback-start-symbolic", .slideshowPause)
    private let strip = ToggleButton(icon: "media-view-subtitles-symbolic", .strip)
    private let filters = ToggleButton(icon: "color-select-symbolic", .filters)
    private let headerRevealer: Revealer
    private let zoomControls = Box(.horizontal)
    private var controlsTimer: MainTimer?
    private var pointer = PointerRest()
    private var hiddenUntil = 0
    private var isFullscreen = false
    /// Which of the controls there are, whether they are shown or not.
    private var steps = (back: true, on: true)
    private var hasVideo = false
    /// Whether there is anything to zoom.
    private var canZoom = true
    private let progress = ProgressBar()
    private let message = Box(.horizontal, spacing: 12)
    private let reason = Label()
    private let note = Label()
    private let retry = Button(localized("_Retry"))
    private let video = Button(icon: "media-playback-start-symbolic", .playVideo)
    private let zoomText = Button(NumberFormats.current.percent(1))
    private let previous = Button(icon: "go-previous-symbolic", .previous)
    private let next = Button(icon: "go-next-symbolic", .next)

    /// Called when the person wants a failed photo tried again.
    var onRetry: (@MainActor () -> Void)?
    /// Called with what is to be said of the photo.
    var said: (@MainActor (String) -> Void)?
    /// Called with why the photo could not be loaded; with nothing when that is no longer so.
    var failureSaid: (@MainActor (String) -> Void)?
    /// What is said of its filter; empty without one.
    var saidFilter = ""

    init() {
        gestures = PhotoGestures(on: canvas)
        canvas.widget.addClass("page")
        overlay = Overlay(child: canvas.widget)
        overlay.expand(horizontally: true, vertically: true)
        overlay.setSizeRequest(width: 240, height: -1)
        details = PhotoDetailsPlace(photo: overlay)
        headerRevealer = Revealer(child: header)
        headerRevealer.isRevealed = true
        headerRevealer.slidesDown()
        buildHeader()
        buildControls()
        buildMessage()
        widget.append(headerRevealer)
        widget.append(details.widget)
        widget.setAccessibleLabel(localized("Photo"))
        widget.onPointer { [weak self] place in
            if let place { self?.pointerSeen(at: CGPoint(x: place.x, y: place.y)) }
        }
    }

    // MARK: - Building

    /// All of them have keys, and are in the photo's menu.
    private(set) lazy var headerFit = HeaderFit(
        header: header, yielding: [[strip], [play], [info], [filters]], titleRoom: 56)

    private func buildHeader() {
        header.packStart(Button(icon: "go-previous-symbolic", .back, label: localized("Back")))
        header.packEnd(
            MenuButton(
                icon: "view-more-symbolic", label: localized("Photo Menu"), isPrimary: true, menu: CommandMenus.photo))
        header.packEnd(info)
        header.packEnd(filters)
        header.packEnd(play)
        header.packEnd(strip)
    }

    private func buildControls() {
        for (button, side) in [(previous, Alignment.start), (next, .end)] {
            button.addClass("osd", "circular", "photo-controls")
            button.align(horizontally: side, vertically: .center)
            overlay.add(button)
        }
        video.addClass("osd", "circular", "photo-controls", "photo-video")
        video.align(horizontally: .center, vertically: .center)
        video.isVisible = false
        overlay.add(video)
        let zoom = zoomControls
        zoom.addClass("linked", "photo-controls")
        zoom.align(horizontally: .end, vertically: .end)
        let out = Button(icon: "zoom-out-symbolic", .zoomOut)
        let into = Button(icon: "zoom-in-symbolic", .zoomIn)
        zoomText.setAction(Command.zoomToggle.action)
        zoomText.setTooltip(localized("Zoom"))
        for button in [out, zoomText, into] {
            button.addClass("osd")
            zoom.append(button)
        }
        overlay.add(zoom)
        progress.addClass("osd", "photo-progress")
        progress.align(horizontally: .fill, vertically: .start)
        progress.isVisible = false
        progress.setAccessibleLabel(localized("Downloading the photo"))
        overlay.add(progress)
    }

    private func buildMessage() {
        message.addClass("osd", "photo-message")
        message.align(horizontally: .center, vertically: .start)
        reason.wrap(lines: 3)
        reason.preferOneLine()
        reason.align(vertically: .center)
        message.append(reason)
        retry.onClicked { [weak self] in
            self?.onRetry?()
            self?.canvas.widget.grabFocus()
        }
        retry.align(vertically: .center)
        message.append(retry)
        message.isVisible = false
        overlay.add(message)
        note.text = localized("Cut short")
        note.addClass("osd", "caption", "photo-message")
        note.align(horizontally: .start, vertically: .end)
        note.isVisible = false
        overlay.add(note)
    }

    // MARK: - Showing

    /// Says whose photo it is, and the how many-th.
    func show(name: String, row: Int, of count: Int) {
        let (number, all) = (NumberFormats.current.whole(row + 1), NumberFormats.current.whole(count))
        header.setTitle(name, subtitle: localized("\(number) of \(all)"))
        steps = (row > 0, row + 1 < count)
        // In fullscreen they stay hidden while keys lead from photo to photo.
        showControls(!isFullscreen || headerRevealer.isRevealed)
    }

    // MARK: - Controls that hide

    /// A pointer that rests so long is not looking for anything: what the desktop's own viewer waits.
    private static let restMilliseconds = 3000

    /// In fullscreen the title lies over the photo, and is hidden with the controls when the pointer rests.
    func setFullscreen(_ isFullscreen: Bool) {
        guard isFullscreen != self.isFullscreen else { return }
        self.isFullscreen = isFullscreen
        // What is moved loses the keyboard.
        if headerRevealer.hasFocus { canvas.widget.grabFocus() }
        if isFullscreen {
            widget.remove(headerRevealer)
            headerRevealer.align(vertically: .start)
            overlay.add(headerRevealer)
        } else {
            overlay.remove(headerRevealer)
            headerRevealer.align(vertically: .fill)
            widget.prepend(headerRevealer)
        }
        pointerMoved()
    }

    private func pointerSeen(at place: CGPoint) {
        let hasMoved = pointer.note(place, in: CGSize(width: widget.width, height: widget.height))
        if hasMoved, MonotonicClock.milliseconds >= hiddenUntil { pointerMoved() }
    }

    private func pointerMoved() {
        showControls(true)
        controlsTimer = nil
        guard isFullscreen else { return }
        controlsTimer = MainTimer(after: Self.restMilliseconds) { [weak self] in self?.showControls(false) }
    }

    /// A window that grows to fill the screen moves under a resting pointer: for this long, that does not count as
    /// movement of the pointer.
    private static let growingMilliseconds = 700

    /// Hides them now, until the pointer moves.
    func hideControls() {
        controlsTimer = nil
        hiddenUntil = MonotonicClock.milliseconds + Self.growingMilliseconds
        showControls(false)
    }

    private func showControls(_ areShown: Bool) {
        if areShown != headerRevealer.isRevealed { canvas.widget.setCursor(areShown ? nil : "none") }
        // A menu of the header bar keeps the keyboard while it is open.
        if !areShown, headerRevealer.hasFocus { canvas.widget.grabFocusUnlessMenuIsOpen() }
        headerRevealer.isRevealed = areShown
        set(previous, isShown: areShown && steps.back)
        set(next, isShown: areShown && steps.on)
        set(zoomControls, isShown: areShown && canZoom)
        set(video, isShown: areShown && hasVideo)
    }

    /// Shows or hides a part of the page. What is hidden has no use for the keyboard: the photo gets it.
    private func set(_ part: Widget, isShown: Bool) {
        if !isShown, part.hasFocus { canvas.widget.grabFocus() }
        part.isVisible = isShown
    }

    /// Says what the slideshow's button does; `isPaused` is nil where no slideshow runs. A show has nothing but photos
    /// to look at, no frame around what has the keyboard.
    func showSlideshow(isPaused: Bool?) {
        canvas.widget.setClass("slideshow", isPaused != nil)
        let label =
            isPaused.map { $0 ? localized("Continue Slideshow") : localized("Pause Slideshow") }
            ?? localized("Slideshow")
        play.setIcon("media-playback-\(isPaused == false ? "pause" : "start")-symbolic", label: label)
    }

    /// Offers to play the video of the photo, if there is one. Its button is in the middle where there is nothing else
    /// to look at.
    func showVideo(_ hasVideo: Bool, isAll: Bool) {
        self.hasVideo = hasVideo
        video.align(horizontally: .center, vertically: isAll ? .center : .end)
        set(video, isShown: hasVideo && headerRevealer.isRevealed)
    }

    /// Says how far the photo is, and whether it lacks its end.
    func show(_ status: PhotoStatus, isCutShort: Bool, name: String) {
        note.isVisible = isCutShort
        switch status {
        case .fetching(let fraction):
            progress.isVisible = true
            progress.show(fraction)
        case .waiting, .decoding, .ready, .failed: progress.isVisible = false
        }
        if case .failed(let failure) = status {
            reason.text = failure.description
            reason.setTooltip(failure.description)
            set(retry, isShown: failure.canRetry)
            retry.setAccessibleLabel(localized("Retry \(name)"))
            let text = localized("\(name) failed to load: \(failure.description)")
            message.setAccessibleLabel(text)
            failureSaid?(text)
            layOutMessage()
            message.isVisible = true
        } else {
            failureSaid?("")
            message.setAccessibleLabel("")
            set(message, isShown: false)
        }
    }

    /// With large text, a reason and a button have no room in one line.
    private func layOutMessage() { message.set(Style.textScale >= Style.largeText ? .vertical : .horizontal) }

    /// The desktop's size of text is another.
    func textScaleChanged() { layOutMessage() }

    func clear() {
        note.isVisible = false
        canvas.show(PhotoContent())
        canvas.widget.setAccessibleLabel("")
        message.setAccessibleLabel("")
        message.isVisible = false
        progress.isVisible = false
    }

    /// Says how large the photo is shown, and to a screen reader what it is and which filter it has.
    func showView(of name: String, isCutShort: Bool) {
        let scale = canvas.content.isEmpty ? nil : canvas.motion.targetScale
        var parts = [name]
        if isCutShort { parts.append(localized("cut short")) }
        if let size = canvas.content.size {
            let (width, height) = (NumberFormats.current.plain(size.width), NumberFormats.current.plain(size.height))
            parts.append(localized("\(width) × \(height) pixels"))
        }
        if let scale { parts.append(localized("zoom \(NumberFormats.current.percent(scale))")) }
        let separator = localized(", ", context: "between parts")
        canvas.widget.setAccessibleLabel(parts.joined(separator: separator))
        // The canvas has the filter as its description.
        if !saidFilter.isEmpty { parts.append(saidFilter) }
        if scale != nil { said?(parts.joined(separator: separator)) }
        canZoom = scale != nil
        set(zoomControls, isShown: canZoom && headerRevealer.isRevealed)
        guard let percent = scale.map({ NumberFormats.current.percent($0) }), percent != zoomText.text else { return }
        zoomText.text = percent
        zoomText.setAccessibleLabel(localized("Zoom, \(percent)"))
    }
}
