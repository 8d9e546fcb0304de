import CGtk

/// A line of text.
public final class Label: Widget {
    /// A label, left-aligned; what does not fit ends in an ellipsis.
    public convenience init(_ text: String = "") {
        self.init(made: gtk_label_new(text))
        gtk_label_set_xalign(opaque, 0)
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_single_line_mode(opaque, 1)
    }

    /// What it says.
    public var text: String {
        get { gtk_label_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_label_set_text(opaque, newValue) }
    }
}

extension Label {
    /// Shows the lines of its text, each ending in an ellipsis where it does not fit.
    public func showLines() {
        gtk_label_set_single_line_mode(opaque, 0)
        gtk_label_set_yalign(opaque, 0)
    }

    /// Breaks into up to `lines` lines before it ends in an ellipsis.
    public func wrap(lines: Int) {
        gtk_label_set_single_line_mode(opaque, 0)
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_lines(opaque, CInt(lines))
        gtk_label_set_yalign(opaque, 0)
    }

    /// Has it ask for as much width as one line takes, and wrap only where that is not to be had.
    public func preferOneLine() { gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE) }
}

extension Label {
    /// Breaks into as many lines as it takes, and lets its text be selected and copied.
    public func showAllSelectable() {
        gtk_label_set_single_line_mode(opaque, 0)
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_NONE)
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(opaque, 1)
    }

    /// Says `text`, which leads to `address`.
    public func setLink(_ text: String, to address: String) {
        let (address, text) = (g_markup_escape_text(address, -1), g_markup_escape_text(text, -1))
        defer {
            g_free(address)
            g_free(text)
        }
        guard let address, let text else { return }
        gtk_label_set_markup(
            opaque, "<a href=\"\(String(cString: address))\">\(String(cString: text))</a>")
    }
}

/// A line of text whose size does not depend on what it says: other text neither measures nor lays out anything around it,
/// which is what text that changes many times a second wants.
public final class Inscription: Widget {
    /// An empty line, three characters wide or as wide as it is made; what does not fit ends in an ellipsis.
    public convenience init() {
        self.init(made: gtk_inscription_new(nil))
        gtk_inscription_set_min_lines(opaque, 1)
        gtk_inscription_set_nat_lines(opaque, 1)
        gtk_inscription_set_text_overflow(opaque, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    }

    /// What it says, on its one line.
    public var text: String {
        get { gtk_inscription_get_text(opaque).map { String(cString: $0) } ?? "" }
        set {
            gtk_inscription_set_text(opaque, newValue)
            if !isCentered { alignAtStart(newValue) }
        }
    }

    private var isCentered = false

    /// Text begins where the widget does, in whatever language it is written: Pango has a line that is written the other way
    /// than the widget begin at the other side.
    private func alignAtStart(_ text: String) {
        let opposite: TextDirection = isRightToLeft ? .leftToRight : .rightToLeft
        let wanted: Float = TextDirection(of: text) == opposite ? 1 : 0
        if gtk_inscription_get_xalign(opaque) != wanted { gtk_inscription_set_xalign(opaque, wanted) }
    }

    /// Is as wide as so many characters of usual width, and no less.
    public func setWidth(characters: Int) {
        gtk_inscription_set_min_chars(opaque, guint(characters))
        gtk_inscription_set_nat_chars(opaque, guint(characters))
    }

    /// Has room for so many characters, and its text in the middle.
    public func centerText(in characters: Int) {
        gtk_inscription_set_nat_chars(opaque, guint(characters))
        isCentered = true
        gtk_inscription_set_xalign(opaque, 0.5)
    }
}

/// A picture of a fixed size: a texture, or an icon of the theme.
public final class Image: Widget {
    /// An empty picture of `side` x `side` points; what it shows is scaled to fit.
    public convenience init(side: Int) {
        self.init(made: gtk_image_new())
        gtk_image_set_pixel_size(opaque, CInt(side))
    }

    /// Scales what it shows to `side` x `side` points.
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

/// Turns while something is under way.
public final class Spinner: Widget {
    /// A spinner at rest.
    public convenience init() { self.init(made: gtk_spinner_new()) }

    /// Whether it turns. At rest it is not to be seen.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { if newValue != isSpinning { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) } }
    }
}

/// A page that says one thing, with an icon, and offers what to do about it.
public final class StatusPage: Widget {
    /// A page headed `title`.
    public convenience init(icon: String, title: String, description: String) {
        self.init(made: adw_status_page_new())
        adw_status_page_set_icon_name(opaque, icon)
        adw_status_page_set_title(opaque, title)
        adw_status_page_set_description(opaque, description)
    }

    /// What it offers, below the text.
    public func setChild(_ child: Widget) { adw_status_page_set_child(opaque, child.widget) }
}
