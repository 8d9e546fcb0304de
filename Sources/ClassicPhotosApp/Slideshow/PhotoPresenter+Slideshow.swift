import GtkBridge
import PhotoCore

/// What a slideshow needs of the page.
extension PhotoPresenter {
    /// Shows the photos as `player` leads, on all of the screen.
    func begin(_ player: SlideshowPlayer) {
        slideshow = player
        if !window.isFullscreen {
            isFullscreenOurs = true
            window.isFullscreen = true
        }
        fullscreenChanged()
        page.hideControls()
        showSlideshowState()
        player.onPause = { [weak self] _ in self?.showSlideshowState() }
        loadCurrent()
        player.look()
    }

    /// It is over: the photo that was last shown stays, or the list is shown again at its row.
    func slideshowEnded(closes: Bool) {
        slideshow = nil
        showSlideshowState()
        leaveFullscreen()
        fullscreenChanged()
        guard isOpen else { return }
        if closes { close() } else { loadCurrent() }
    }

    private func showSlideshowState() {
        onSlideshow?()
        switch slideshow?.isPaused {
        case nil: page.play.setIcon("media-playback-start-symbolic", label: "Slideshow")
        case true?: page.play.setIcon("media-playback-start-symbolic", label: "Continue Slideshow")
        case false?: page.play.setIcon("media-playback-pause-symbolic", label: "Pause Slideshow")
        }
    }

    /// Shows a photo that is no neighbour of the one before.
    func show(_ record: PhotoRecord) {
        showPhoto(record)
        loadCurrent()
    }

    /// Loads a photo as the screen will show it, before it does.
    func prepare(_ record: PhotoRecord) {
        guard record !== self.record, let load = load(for: record), load.status == .waiting, !flight.isMoving,
            current?.status.isFinal == true
        else { return }
        load.want(.fitting(page.canvas.viewPixels))
    }

    /// How far a photo is.
    func readiness(of record: PhotoRecord) -> Slideshow.Readiness {
        guard let url = Self.url(of: record) else { return .failed }
        switch loads[url]?.status {
        case .ready: return .sharp
        case .failed: return .failed
        case .waiting, .fetching, .decoding, nil: return .coming
        }
    }

    /// The photos that are loaded beside the one shown, the most likely first.
    var neighbours: [PhotoRecord] {
        if let slideshow { return slideshow.nextPhotos }
        return row.map { [$0 + 1, $0 - 1].compactMap(list.records.record) } ?? []
    }
}
