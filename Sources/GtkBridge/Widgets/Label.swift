import CGtk

/// A line of text.
package final class Label: Widget {
    /// A left-aligned label; longer text ends in an ellipsis.
    package convenience init(_ text: String = "") {
        self.init(made: gtk_label_new(text))
        // GTK calls it by its type until it has a text.
        if text.isEmpty { setAccessibleLabel("") }
        gtk_label_set_xalign(opaque, 0)
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_single_line_mode(opaque, 1)
    }

    package var text: String {
        get { gtk_label_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_label_set_text(opaque, newValue) }
    }

    /// Puts its text at the reading end of its space.
    package func alignText(atEnd isAtEnd: Bool) { gtk_label_set_xalign(opaque, isAtEnd ? 1 : 0) }

    /// Requests the width of its whole line: for what scrolls.
    package func keepWhole() { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_NONE) }

    /// Shows its text's lines, each with an ellipsis if too long.
    package func showLines() {
        gtk_label_set_single_line_mode(opaque, 0)
        gtk_label_set_yalign(opaque, 0)
    }

    /// Wraps into at most `lines` lines, then ends in an ellipsis.
    package func wrap(lines: Int) {
        gtk_label_set_single_line_mode(opaque, 0)
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_lines(opaque, CInt(lines))
        gtk_label_set_yalign(opaque, 0)
    }

    /// Requests the width of one line, and wraps only without that space.
    package func preferOneLine() { gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE) }

    /// Wraps into any number of lines; its text can be selected and copied.
    package func showAllSelectable() {
        gtk_label_set_single_line_mode(opaque, 0)
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_NONE)
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(opaque, 1)
    }

    package func setLink(_ text: String, to address: String) {
        gtk_label_set_markup(opaque, "<a href=\"\(escaped(address))\">\(escaped(text))</a>")
    }
}
