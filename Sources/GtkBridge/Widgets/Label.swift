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
