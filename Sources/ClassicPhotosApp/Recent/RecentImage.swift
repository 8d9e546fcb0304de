import GtkBridge
import PhotoCore

/// The picture of a remembered catalogue, or an icon in its place.
@MainActor
final class RecentImage {
    let widget = Image(side: iconSide)

    /// The side of a picture, in points.
    private static let pictureSide = 48
    private static let iconSide = 24

    init() {
        widget.addClass("photo-placeholder", "photo-picture")
        widget.setSizeRequest(width: Self.pictureSide, height: Self.pictureSide)
        widget.align(vertically: .center)
        widget.clipToOutline()
        widget.setAccessibleHidden(true)
    }

    func show(_ picture: PixelBuffer?, isFolder: Bool) {
        if let texture = picture.flatMap({ Texture($0) }) {
            widget.setSide(Self.pictureSide)
            widget.setTexture(texture)
        } else {
            widget.setSide(Self.iconSide)
            widget.setIcon(isFolder ? "folder-symbolic" : RowStyle.placeholderIcon)
        }
    }
}
