import GLibBridge
import GtkBridge
import PhotoCore

/// A row's picture: the placeholder, the photo, or the photo with its filtered form fading over it.
@MainActor
final class RowPicture {
    let widget: Overlay

    /// The placeholder's icon, or the photo; on a background that shows around an icon.
    private let base = Image(side: RowStyle.iconSide)
    /// The filtered photo while it fades over the unfiltered one; made for the first fade.
    private var top: Image?
    private var fadeEnd: MainTimer?

    init() {
        base.addClass("photo-placeholder")
        base.setSizeRequest(width: RowStyle.pictureSide, height: RowStyle.pictureSide)
        widget = Overlay(child: base)
        widget.addClass("photo-picture")
        widget.clipToOutline()
        widget.align(vertically: .center)
    }

    /// Shows what `state` holds; with `fades` a filtered photo fades over what is shown.
    func show(_ state: PhotoRecord.State, fades: Bool) {
        endFade()
        base.setClass("failed", state.isFailed)
        switch state {
        case .new, .downloading: showIcon(RowStyle.placeholderIcon)
        case .failed: showIcon(RowStyle.failedIcon)
        case .downloaded(let pixels): showPhoto(Texture(pixels))
        case .filtered(let pixels):
            if fades { fade(to: Texture(pixels)) } else { showPhoto(Texture(pixels)) }
        }
    }

    /// Lets go of the pictures.
    func clear() {
        endFade()
        base.setTexture(nil)
    }

    private func showIcon(_ name: String) {
        base.setSide(RowStyle.iconSide)
        base.setIcon(name)
    }

    private func showPhoto(_ texture: Texture?) {
        base.setSide(RowStyle.pictureSide)
        base.setTexture(texture)
    }

    private func fade(to texture: Texture?) {
        let top = top ?? makeTop()
        top.setTexture(texture)
        top.addClass("photo-fade")
        // Then it is the only picture: a translucent one would let the unfiltered one through.
        fadeEnd = MainTimer(after: RowStyle.fadeMilliseconds) { [weak self] in
            self?.endFade()
            self?.showPhoto(texture)
        }
    }

    private func endFade() {
        fadeEnd = nil
        top?.removeClass("photo-fade")
        top?.setTexture(nil)
    }

    private func makeTop() -> Image {
        let image = Image(side: RowStyle.pictureSide)
        widget.add(image)
        top = image
        return image
    }
}
