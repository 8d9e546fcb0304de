import PhotoCore

/// The demo's content: photos numbered from 1, some of them deliberately wrong.
enum DemoCatalogue {
    /// What a row's URL returns.
    enum Kind: Sendable, Equatable {
        /// A JPEG.
        case photo
        /// Nothing: 404.
        case missing
        /// Text: 200, but no picture.
        case text
    }

    /// The content of row `number`, from 1: in every 20 rows the 8th is missing and the 14th is text, so a screenful
    /// shows both.
    static func kind(of number: Int) -> Kind {
        switch number % 20 {
        case 8: .missing
        case 14: .text
        default: .photo
        }
    }

    static func path(of number: Int) -> String { "photos/\(number).jpg" }

    /// The name of photo `number`: the painted place and hour in the reader's language, with the unique number, such as
    /// "Fjord at Dusk 17". Takes a microsecond, and paints nothing.
    static func name(of number: Int) -> String {
        let subject = Subject(number: number)
        let places = subject.theme.places
        let phrases = subject.mood.phrases
        let place = places[Int(subject.hash >> 8 & 0xFFFF) % places.count]
        let phrase = phrases[Int(subject.hash >> 24 & 0xFFFF) % phrases.count]
        return "\(DemoWords.title(place, phrase)) \(number)"
    }
}

/// The demo's catalogue as an XML property list from names to URLs, in independent pieces: a million rows take the
/// memory of one piece.
struct DemoCatalogueText {
    let count: Int
    /// 700 entries of about 90 bytes: about 64 KiB, so few pieces fill a socket's buffer.
    static let rowsPerPiece = 700
    /// The first row of the next piece; 0 stands for the header.
    private var next = 0

    init(count: Int) { self.count = count }

    /// The next piece as UTF-8, never empty; nil after the last.
    mutating func piece() -> [UInt8]? {
        guard next <= count else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(Self.rowsPerPiece * 100)
        if next == 0 {
            text += CatalogueWriter.header.utf8
            next = 1
        }
        let end = min(next + Self.rowsPerPiece, count + 1)
        for number in next..<end {
            CatalogueWriter.append(name: DemoCatalogue.name(of: number), url: DemoCatalogue.path(of: number), to: &text)
        }
        next = end
        if next > count { text += CatalogueWriter.footer.utf8 }
        return text
    }
}
