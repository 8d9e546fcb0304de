import GLibBridge
import GtkBridge
import PhotoCore

/// A cell's picture: the placeholder, the photo over it, and the filtered photo that fades over that.
@MainActor
final class CellPicture {
    let widget: SquareBox

    /// The placeholder's icon on its background.
    private let base = Image(side: RowStyle.iconSide)
    /// Made for the first photo, and for the first fade.
    private var photo: CoveringPicture?
    private var top: CoveringPicture?
    private var icon: String?
    private var fadeEnd: MainTimer?

    init(side: Int) {
        widget = SquareBox(side: side)
        base.addClass("photo-placeholder")
        widget.add(base)
        widget.addClass("photo-picture")
        widget.clipToOutline()
    }

    /// Shows what `state` holds; with `fades` a filtered photo fades over what is shown.
    func show(_ state: PhotoRecord.State, fades: Bool) {
        endFade()
        base.setClass("failed", state.isFailed)
        switch state {
        case .new, .downloading: showIcon(RowStyle.placeholderIcon)
        case .failed: showIcon(RowStyle.failedIcon)
        case .downloaded(let pixels): showPhoto(Texture(pixels))
        case .filtered(let pixels): if fades { fade(to: Texture(pixels)) } else { showPhoto(Texture(pixels)) }
        }
    }

    /// Lets go of the pictures.
    func clear() {
        endFade()
        photo?.texture = nil
    }

    private func showIcon(_ name: String) {
        setIcon(name)
        photo?.texture = nil
    }

    /// Another icon measures the cell anew, and the same one too: most cells show it again and again while the grid moves.
    private func setIcon(_ name: String?) {
        if name != icon { base.setIcon(name) }
        icon = name
    }

    private func showPhoto(_ texture: Texture?) {
        // It would be seen through a photo that lets light through.
        setIcon(nil)
        let photo = photo ?? makePicture(above: base)
        self.photo = photo
        photo.texture = texture
    }

    private func fade(to texture: Texture?) {
        let top = top ?? makePicture(above: photo?.widget ?? base)
        self.top = top
        top.texture = texture
        top.widget.addClass("photo-fade")
        // Then it is the only picture: a translucent one would let the unfiltered one through.
        fadeEnd = MainTimer(after: RowStyle.fadeMilliseconds) { [weak self] in
            self?.endFade()
            self?.showPhoto(texture)
        }
    }

    private func endFade() {
        fadeEnd = nil
        top?.widget.removeClass("photo-fade")
        top?.texture = nil
    }

    /// Below what else lies over the photo: Retry, and what turns while it loads.
    private func makePicture(above sibling: Widget) -> CoveringPicture {
        let made = CoveringPicture()
        widget.insert(made.widget, above: sibling)
        return made
    }
}
