import CGtk
import GLibBridge

/// A line of text with a size independent of its content: changes cause no measuring or layout around it, for text that
/// changes many times a second.
package final class Inscription: Widget {
    /// The fonts that its text is drawn with, for life.
    private let fonts: ObjectReference

    /// An empty line, at least three characters wide; longer text ends in an ellipsis.
    package init() {
        guard let made = gtk_inscription_new(nil), let context = gtk_widget_get_pango_context(made) else {
            preconditionFailure("GTK's constructors abort rather than return NULL")
        }
        fonts = ObjectReference(borrowing: UnsafeMutableRawPointer(context))
        super.init(made: made)
        gtk_inscription_set_min_lines(opaque, 1)
        gtk_inscription_set_nat_lines(opaque, 1)
        gtk_inscription_set_text_overflow(opaque, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
        Signal.connect(object.pointer, "notify::root") { [weak self] in self?.keepFonts() }
    }

    /// Has GTK apply styles to `fonts`: a widget that leaves its window drops its PangoContext and makes another later,
    /// but an inscription's layout keeps the first. Without this, a row that returns to a list keeps the fonts that it
    /// had, whatever its style is. (GTK's gtk_widget_unroot and gtk_inscription_init.)
    private func keepFonts() {
        guard gtk_widget_get_root(widget) != nil else { return }
        g_object_set_qdata_full(object.typed(), Self.pangoContext, g_object_ref(fonts.pointer), g_object_unref)
    }

    /// The name under which GTK keeps a widget's PangoContext (gtkwidget.c).
    private static let pangoContext = g_quark_from_static_string("gtk-pango-context")

    /// Its text, on one line.
    package var text: String {
        get { gtk_inscription_get_text(opaque).map { String(cString: $0) } ?? "" }
        set {
            gtk_inscription_set_text(opaque, TextDirection.kept(newValue, inRightToLeft: isRightToLeft))
            if !isCentered { alignAtStart(newValue) }
        }
    }

    /// Reserves space for this many lines; fewer are at the top.
    package func setLines(_ count: Int) {
        gtk_inscription_set_yalign(opaque, 0)
        gtk_inscription_set_min_lines(opaque, guint(count))
        gtk_inscription_set_nat_lines(opaque, guint(count))
    }

    private var isCentered = false

    /// Aligns the text with the widget's start in any language: Pango starts a line of the opposite direction at the
    /// other side.
    private func alignAtStart(_ text: String) {
        let opposite: TextDirection = isRightToLeft ? .leftToRight : .rightToLeft
        let wanted: Float = TextDirection(of: text) == opposite ? 1 : 0
        if gtk_inscription_get_xalign(opaque) != wanted { gtk_inscription_set_xalign(opaque, wanted) }
    }

    /// Sets its width to this many average characters.
    package func setWidth(characters: Int) {
        gtk_inscription_set_min_chars(opaque, guint(characters))
        gtk_inscription_set_nat_chars(opaque, guint(characters))
    }

    /// Reserves space for this many characters, and centres its text.
    package func centerText(in characters: Int) {
        gtk_inscription_set_nat_chars(opaque, guint(characters))
        isCentered = true
        gtk_inscription_set_xalign(opaque, 0.5)
    }
}

package enum TextDirection {
    case leftToRight, rightToLeft

    /// `text`, isolated where a line from right to left would put its parts in the other order: a date and a time,
    /// which have no letter. Rule BD9 of the Unicode Bidirectional Algorithm (UAX #9).
    package static func kept(_ text: String, inRightToLeft: Bool) -> String {
        guard inRightToLeft, TextDirection(of: text) == nil, text.contains(where: \.isNumber), text.contains(" ")
        else { return text }
        return "\u{2066}\(text)\u{2069}"
    }

    /// The direction of the first letter of `text`; nil without one. Rules P2 and P3 of the Unicode Bidirectional
    /// Algorithm (UAX #9), like Pango, for letters; direction marks do not count.
    init?(of text: String) {
        guard let letter = text.unicodeScalars.first(where: { $0.properties.isAlphabetic }) else { return nil }
        self = Self.rightToLeftScripts.contains { $0.contains(letter.value) } ? .rightToLeft : .leftToRight
    }

    /// The present and future ranges of such scripts' letters: the Unicode Character Database's DerivedBidiClass.txt,
    /// the ranges with the default R or AL.
    private static let rightToLeftScripts: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
}
