import GLibBridge
import GtkBridge
import PhotoCore

// The widget tree:
//
//   SquareBox
//   ├── Overlay: the placeholder's background
//   │   └── Image: its icon
//   ├── CoveringPicture: the photo, once there is one
//   └── CoveringPicture: the filtered photo, while it fades in

/// The picture of a row or a cell: the placeholder's icon, the photo, and the filtered photo, which fades in on top.
///
/// A list binds 200 rows while it jumps, whose pictures may all be in memory. Whatever makes GTK measure a row again
/// costs more than all the rest there: so photos request no space, and the icon stays below them, transparent.
@MainActor
final class ItemPicture {
    /// It occupies the picture's place.
    let widget: SquareBox
    private let background: Overlay
    private let image = Image(side: RowStyle.iconSide)
    /// Created for the first photo.
    private var photo: CoveringPicture?
    /// Created for the first fade.
    private var top: CoveringPicture?
    private var icon: String?
    private var fadeEnd: MainTimer?

    /// An empty picture in `box`.
    init(in box: SquareBox) {
        widget = box
        background = Overlay(child: image)
        background.addClass("photo-placeholder")
        widget.add(background)
        widget.addClass("photo-picture")
        widget.clipToOutline()
    }

    /// Shows the state of `record`; with `fades`, a filtered photo fades in.
    func show(_ record: PhotoRecord, fades: Bool) {
        let state = record.state
        endFade()
        background.setClass("failed", state.isFailed)
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

    /// Removes the photo, and releases it.
    func clear() {
        endFade()
        photo?.texture = nil
    }

    private func showIcon(_ name: String) {
        // GTK would measure the item again, even if the icon is the same.
        if name != icon { image.setIcon(name) }
        icon = name
        image.opacity = 1
        photo?.texture = nil
    }

    private func showPhoto(_ texture: Texture?) {
        // A translucent photo would reveal the icon.
        image.opacity = 0
        let photo = photo ?? makePicture(above: background)
        self.photo = photo
        photo.texture = texture
    }

    private func fade(to texture: Texture?) {
        let top = top ?? makePicture(above: photo?.widget ?? background)
        self.top = top
        top.texture = texture
        top.widget.addClass("photo-fade")
        // It remains as the only picture: below a translucent one the unfiltered photo would be visible.
        fadeEnd = MainTimer(after: RowStyle.fadeMilliseconds) { [weak self] in
            self?.endFade()
            self?.showPhoto(texture)
        }
    }

    private func endFade() {
        fadeEnd = nil
        guard let top else { return }
        top.texture = nil
        top.widget.removeClass("photo-fade")
    }

    /// Inserts below the other widgets on the photo: Retry and the spinner.
    private func makePicture(above sibling: Widget) -> CoveringPicture {
        let made = CoveringPicture()
        widget.insert(made.widget, above: sibling)
        return made
    }
}
