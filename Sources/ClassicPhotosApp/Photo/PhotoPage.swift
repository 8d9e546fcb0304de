import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// The page of one photo: its title, the photo, and what can be done.
@MainActor
final class PhotoPage {
    let widget = Box(.vertical)
    let canvas = PhotoCanvas()
    let header = HeaderBar()
    let overlay: Overlay

    private let progress = ProgressBar()
    private let message = Box(.horizontal, spacing: 12)
    private let reason = Label()
    private let retry = Button("_Retry")
    private let zoomText = Button("100%")
    private let previous = Button(icon: "go-previous-symbolic", label: "Previous Photo")
    private let next = Button(icon: "go-next-symbolic", label: "Next Photo")

    /// Told when the person wants a failed photo tried again.
    var onRetry: (@MainActor () -> Void)?

    init() {
        canvas.widget.addClass("page")
        overlay = Overlay(child: canvas.widget)
        overlay.expand(horizontally: true, vertically: true)
        buildHeader()
        buildControls()
        buildMessage()
        widget.append(header)
        widget.append(overlay)
        widget.setAccessibleLabel("Photo")
    }

    // MARK: - Building

    private func buildHeader() {
        let back = Button(icon: "go-previous-symbolic", label: "Back")
        back.setAction("win.photo-back")
        header.packStart(back)
        header.packEnd(
            MenuButton(icon: "view-more-symbolic", label: "Photo Menu", menu: PhotoActions.menu()))
    }

    private func buildControls() {
        for (button, action, side) in [
            (previous, "win.photo-previous", Alignment.start), (next, "win.photo-next", Alignment.end),
        ] {
            button.setAction(action)
            button.addClass("osd")
            button.addClass("circular")
            button.addClass("photo-controls")
            button.align(horizontally: side, vertically: .center)
            overlay.add(button)
        }
        let zoom = Box(.horizontal)
        zoom.addClass("linked")
        zoom.addClass("photo-controls")
        zoom.align(horizontally: .end, vertically: .end)
        let out = Button(icon: "zoom-out-symbolic", label: "Zoom Out")
        out.setAction("win.photo-zoom-out")
        let into = Button(icon: "zoom-in-symbolic", label: "Zoom In")
        into.setAction("win.photo-zoom-in")
        zoomText.setAction("win.photo-zoom-toggle")
        zoomText.setTooltip("Zoom")
        for button in [out, zoomText, into] {
            button.addClass("osd")
            zoom.append(button)
        }
        overlay.add(zoom)
        progress.addClass("osd")
        progress.addClass("photo-progress")
        progress.align(horizontally: .fill, vertically: .start)
        progress.isVisible = false
        overlay.add(progress)
    }

    private func buildMessage() {
        message.addClass("osd")
        message.addClass("photo-message")
        message.align(horizontally: .center, vertically: .start)
        reason.wrap(lines: 3)
        message.append(reason)
        retry.onClicked { [weak self] in self?.onRetry?() }
        retry.align(vertically: .center)
        message.append(retry)
        message.isVisible = false
        overlay.add(message)
    }

    // MARK: - Showing

    /// Says whose photo it is, and the how many-th.
    func show(name: String, row: Int, of count: Int) {
        header.setTitle(name, subtitle: "\(row + 1) of \(count)")
        previous.isVisible = row > 0
        next.isVisible = row + 1 < count
    }

    /// Says how far it is.
    func show(_ status: PhotoStatus, name: String) {
        switch status {
        case .fetching(let fraction):
            progress.isVisible = true
            progress.show(fraction)
        case .waiting, .decoding, .ready, .failed: progress.isVisible = false
        }
        if case .failed(let failure) = status {
            reason.text = failure.description
            reason.setTooltip(failure.description)
            retry.isVisible = failure.canRetry
            retry.setAccessibleLabel("Retry \(name)")
            message.setAccessibleLabel("\(name) failed to load: \(failure.description)")
            message.isVisible = true
        } else {
            message.isVisible = false
        }
    }

    /// Says how large it is shown; `text` is what a screen reader says of the photo.
    func show(zoom scale: Double, accessible text: String) {
        let percent = "\(Int((scale * 100).rounded()))%"
        if zoomText.text != percent {
            zoomText.text = percent
            zoomText.setAccessibleLabel("Zoom, \(percent)")
        }
        canvas.widget.setAccessibleLabel(text)
    }
}
