import GLibBridge
import GtkBridge
import PhotoCore

/// The picture of a row or a cell: the placeholder's icon, the photo, and the filtered photo, which fades in on top.
@MainActor
protocol ItemPicture: AnyObject {
    /// The widget that occupies the picture's place.
    var place: Widget { get }
    /// The placeholder's icon on its background.
    var base: Image { get }
    var fadeEnd: MainTimer? { get set }
    /// Shows an icon of the theme, and no photo.
    func showIcon(_ name: String)
    /// Shows a photo, or none.
    func showPhoto(_ texture: Texture?)
    /// Shows a texture above the photo, for a fade. The widget is created for the first texture.
    func showTop(_ texture: Texture?) -> Widget?
    /// Removes the photo, and releases it.
    func dropPhoto()
}

extension ItemPicture {
    /// Shows the state of `record`; with `fades`, a filtered photo fades in.
    func show(_ record: PhotoRecord, fades: Bool) {
        let state = record.state
        endFade()
        base.setClass("failed", state.isFailed)
        switch state {
        case .new where record.placeholder != nil, .downloading where record.placeholder != nil:
            showPhoto(record.placeholder.flatMap { Texture($0) })
        case .new, .downloading: showIcon(RowStyle.placeholderIcon)
        case .failed: showIcon(RowStyle.failedIcon)
        case .folder: showIcon(RowStyle.folderIcon)
        case .downloaded(let pixels): showPhoto(Texture(pixels))
        case .filtered(let pixels): if fades { fade(to: Texture(pixels)) } else { showPhoto(Texture(pixels)) }
        }
    }

    func clear() {
        endFade()
        dropPhoto()
    }

    private func fade(to texture: Texture?) {
        showTop(texture)?.addClass("photo-fade")
        // It remains as the only picture: below a translucent one the unfiltered photo would be visible.
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
