import CGtk

/// A picture of fixed size: a texture, or an icon of the theme.
public final class Image: Widget {
    /// An empty picture of `side` x `side` points; scales its content.
    public convenience init(side: Int) {
        self.init(made: gtk_image_new())
        gtk_image_set_pixel_size(opaque, CInt(side))
    }

    /// Scales its content to `side` x `side` points.
    public func setSide(_ side: Int) { gtk_image_set_pixel_size(opaque, CInt(side)) }

    /// Shows an icon of the theme, or nothing.
    public func setIcon(_ name: String?) {
        if let name { gtk_image_set_from_icon_name(opaque, name) } else { gtk_image_clear(opaque) }
    }

    /// Shows `texture`, or nothing.
    public func setTexture(_ texture: Texture?) {
        if let texture { gtk_image_set_from_paintable(opaque, texture.object.opaque) } else { gtk_image_clear(opaque) }
    }
}
