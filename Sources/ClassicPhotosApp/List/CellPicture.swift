import GLibBridge
import GtkBridge
import PhotoCore

/// A cell's picture: the placeholder, the photo over it, and the filtered photo that fades over that.
@MainActor
final class CellPicture: ItemPicture {
    let widget: SquareBox
    var place: Widget { widget }

    /// The placeholder's icon on its background.
    let base = Image(side: RowStyle.iconSide)
    /// Made for the first photo, and for the first fade.
    private var photo: CoveringPicture?
    private var top: CoveringPicture?
    private var icon: String?
    var fadeEnd: MainTimer?

    init(side: Int) {
        widget = SquareBox(side: side)
        base.addClass("photo-placeholder")
        widget.add(base)
        widget.addClass("photo-picture")
        widget.clipToOutline()
    }

    func showIcon(_ name: String) {
        setIcon(name)
        photo?.texture = nil
    }

    /// Another icon measures the cell anew, and the same one too: most cells show it again and again while the grid
    /// moves.
    private func setIcon(_ name: String?) {
        if name != icon { base.setIcon(name) }
        icon = name
    }

    func showPhoto(_ texture: Texture?) {
        // It would be seen through a photo that lets light through.
        setIcon(nil)
        let photo = photo ?? makePicture(above: base)
        self.photo = photo
        photo.texture = texture
    }

    func dropPhoto() { photo?.texture = nil }

    func showTop(_ texture: Texture?) -> Widget? {
        guard texture != nil || top != nil else { return nil }
        let top = top ?? makePicture(above: photo?.widget ?? base)
        self.top = top
        top.texture = texture
        return top.widget
    }

    /// Below what else lies over the photo: Retry, and what turns while it loads.
    private func makePicture(above sibling: Widget) -> CoveringPicture {
        let made = CoveringPicture()
        widget.insert(made.widget, above: sibling)
        return made
    }
}
