import GLibBridge
import GtkBridge
import PhotoCore

/// The picture of a row or a cell: the placeholder's icon, the photo, and the filtered photo that fades over that.
@MainActor
protocol ItemPicture: AnyObject {
    /// Where it is seen.
    var place: Widget { get }
    /// The placeholder's icon on its background.
    var base: Image { get }
    /// Ends the fade that is under way.
    var fadeEnd: MainTimer? { get set }
    /// Shows an icon of the theme, and no photo.
    func showIcon(_ name: String)
    /// Shows a photo, or none.
    func showPhoto(_ texture: Texture?)
    /// What lies over the photo while that fades; made when something is first to be shown by it.
    func showTop(_ texture: Texture?) -> Widget?
    /// Shows no photo any more, and lets go of it.
    func dropPhoto()
}

extension ItemPicture {
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
        dropPhoto()
    }

    private func fade(to texture: Texture?) {
        showTop(texture)?.addClass("photo-fade")
        // Then it is the only picture: a translucent one would let the unfiltered one through.
        fadeEnd = MainTimer(after: RowStyle.fadeMilliseconds) { [weak self] in
            self?.endFade()
            self?.showPhoto(texture)
        }
    }

    private func endFade() {
        fadeEnd = nil
        showTop(nil)?.removeClass("photo-fade")
    }
}
