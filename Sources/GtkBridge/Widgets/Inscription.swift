import CGtk

/// A line of text whose size does not depend on what it says: other text neither measures nor lays out anything around
/// it, which is what text that changes many times a second wants.
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

    /// Text begins where the widget does, in whatever language it is written: Pango has a line that is written the
    /// other way than the widget begin at the other side.
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

/// Which way text is written.
enum TextDirection {
    case leftToRight, rightToLeft

    /// The direction of the first letter of `text`; nil where there is none. Rules P2 and P3 of the Unicode
    /// Bidirectional Algorithm (UAX #9), which Pango goes by, for letters; marks that only say a direction are none.
    init?(of text: String) {
        guard let letter = text.unicodeScalars.first(where: { $0.properties.isAlphabetic }) else { return nil }
        self = Self.rightToLeftScripts.contains { $0.contains(letter.value) } ? .rightToLeft : .leftToRight
    }

    /// Where letters of such scripts are and will be: the Unicode Character Database's DerivedBidiClass.txt, the ranges
    /// whose default is R or AL.
    private static let rightToLeftScripts: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
}
