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
