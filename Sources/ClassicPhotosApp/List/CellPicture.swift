import GLibBridge
import GtkBridge
import PhotoCore

/// A cell's picture: the placeholder, then the photo, then the filtered photo, which fades in on top.
@MainActor
final class CellPicture: ItemPicture {
    let widget: SquareBox
    var place: Widget { widget }

    /// The placeholder's icon on its background.
    let base = Image(side: RowStyle.iconSide)
    /// Created for the first photo, and for the first fade.
    private var photo: CoveringPicture?
    private var top: CoveringPicture?
    private var icon: String?
    var fadeEnd: MainTimer?

    /// A picture with a natural width of `side` points; if not `keepsSquare`, as high as its space.
    init(side: Int, keepsSquare: Bool = true) {
        widget = SquareBox(side: side, keepsSquare: keepsSquare)
        base.addClass("photo-placeholder")
        widget.add(base)
        widget.addClass("photo-picture")
        widget.clipToOutline()
    }

    func showIcon(_ name: String) {
        setIcon(name)
        photo?.texture = nil
    }

    /// Setting an icon makes GTK measure the cell again, even if the icon is the same. Most cells show the same icon
    /// repeatedly while the grid moves.
    private func setIcon(_ name: String?) {
        if name != icon { base.setIcon(name) }
        icon = name
    }

    func showPhoto(_ texture: Texture?) {
        // A translucent photo would reveal the icon.
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

    /// Inserts below the other widgets on the photo: Retry and the spinner.
    private func makePicture(above sibling: Widget) -> CoveringPicture {
        let made = CoveringPicture()
        widget.insert(made.widget, above: sibling)
        return made
    }
}
