/// The name of a file of notes, which tells what photo next to it they are about: `sea.jpg.json` is about `sea.jpg`.
///
/// Google Takeout numbers photos of one name, and puts the number elsewhere in the name of the notes:
/// `sea.jpg.supplemental-metadata(1).json` and the older `sea.jpg(1).json` are about `sea(1).jpg`. It cuts long names
/// of both, before the number and the ending.
struct NoteName {
    /// What Takeout puts between a photo's name and the ending.
    private static let addition = Array(".supplemental-metadata".utf8)
    /// How many characters Takeout leaves of a name of notes, without number and ending, and of a photo's name.
    private static let noteLength = 46, photoLength = 51

    /// The name without its ending.
    private let stem: [UInt8]
    /// What is before a number in parentheses at the end of the stem, and this number with them.
    private let numbered: (core: [UInt8], number: [UInt8])?

    init(_ file: [UInt8]) {
        stem = Array(file.prefix(upTo: file.lastIndex(of: UInt8(ascii: ".")) ?? file.endIndex))
        let digits = stem.dropLast().reversed().prefix { (0x30...0x39).contains($0) }.count
        let before = stem.dropLast(digits + 1)
        if digits > 0, stem.last == UInt8(ascii: ")"), before.last == UInt8(ascii: "(") {
            numbered = (Array(before.dropLast()), Array(stem.suffix(digits + 2)))
        } else {
            numbered = nil
        }
    }

    /// The name of the photo, if the notes say that its title is `title`. Nil if they are about another file, or if
    /// nothing tells which.
    func photo(titled title: [UInt8]) -> [UInt8]? {
        // A title may end in a number itself.
        if stem == title { return title }
        if isCut(stem, of: title) { return Self.named(title, number: [], isCut: stem.count < title.count) }
        if let (core, number) = numbered {
            let isCut = isCut(core, of: title)
            guard isCut || core == title || core == title + Self.addition else { return nil }
            return Self.named(title, number: number, isCut: core.count < title.count)
        }
        return stem.starts(with: title + [UInt8(ascii: ".")]) ? title : nil
    }

    /// Whether `core` is what Takeout leaves of the long name of notes about a photo.
    private func isCut(_ core: [UInt8], of title: [UInt8]) -> Bool {
        core.count >= Self.noteLength && (title + Self.addition).starts(with: core)
    }

    /// The title with a number before its ending, cut as Takeout cuts it if its notes' name `isCut` within it.
    private static func named(_ title: [UInt8], number: [UInt8], isCut: Bool) -> [UInt8]? {
        let dot = title.lastIndex(of: UInt8(ascii: ".")) ?? title.endIndex
        var base = title[..<dot]
        if isCut, title.count > photoLength {
            // How it counts the other letters is not known.
            guard title.allSatisfy({ $0 < 0x80 }) else { return nil }
            base = base.prefix(max(0, photoLength - (title.count - dot)))
        }
        return Array(base) + number + Array(title[dot...])
    }
}
