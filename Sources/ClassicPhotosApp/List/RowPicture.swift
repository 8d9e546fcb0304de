import GLibBridge
import GtkBridge
import PhotoCore

/// A row's picture: the placeholder, the photo, or the photo with its filtered version fading in.
@MainActor
final class RowPicture: ItemPicture {
    let widget: Overlay
    var place: Widget { widget }

    /// The placeholder's icon, or the photo; the background is visible around an icon.
    let base = Image(side: RowStyle.iconSide)
    /// The filtered photo while it fades in over the unfiltered one; created for the first fade.
    private var top: Image?
    var fadeEnd: MainTimer?
    private var showsPhoto = false
    private var icon: String?

    /// Its width and height, in points.
    var side: Int {
        didSet {
            guard side != oldValue else { return }
            base.setSizeRequest(width: side, height: side)
            if showsPhoto { base.setSide(side) }
            top?.setSide(side)
        }
    }

    /// An empty picture of this size, in points.
    init(side: Int) {
        self.side = side
        base.addClass("photo-placeholder")
        base.setSizeRequest(width: side, height: side)
        widget = Overlay(child: base)
        widget.addClass("photo-picture")
        widget.clipToOutline()
        widget.align(vertically: .center)
        widget.setAccessibleHidden(true)
    }

    func showIcon(_ name: String) {
        // Setting an icon makes GTK measure the row again, even if the icon is the same. Most rows show the same icon
        // repeatedly while the list moves.
        guard name != icon else { return }
        icon = name
        showsPhoto = false
        base.setSide(RowStyle.iconSide)
        base.setIcon(name)
    }

    func showPhoto(_ texture: Texture?) {
        icon = nil
        showsPhoto = true
        base.setSide(side)
        base.setTexture(texture)
    }

    func dropPhoto() { if showsPhoto { base.setTexture(nil) } }

    func showTop(_ texture: Texture?) -> Widget? {
        guard texture != nil || top != nil else { return nil }
        let top = top ?? makeTop()
        top.setTexture(texture)
        return top
    }

    private func makeTop() -> Image {
        let image = Image(side: side)
        widget.add(image)
        top = image
        return image
    }
}
