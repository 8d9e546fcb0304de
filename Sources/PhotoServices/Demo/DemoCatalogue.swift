import Foundation

/// What the demo serves: photos numbered from 1, some of them wrong on purpose.
public enum DemoCatalogue {
    /// What is found where a row's photo should be.
    public enum Kind: Sendable, Equatable {
        /// A JPEG.
        case photo
        /// Nothing: 404.
        case missing
        /// A text: 200, but no picture.
        case text
    }

    /// What row `number` leads to, 1 being the first: in every 20 rows the 8th is missing and the 14th a text, so that a
    /// screenful shows both.
    public static func kind(of number: Int) -> Kind {
        switch number % 20 {
        case 8: .missing
        case 14: .text
        default: .photo
        }
    }

    /// Where row `number`'s photo is, relative to the catalogue.
    public static func path(of number: Int) -> String { "photos/\(number).jpg" }
}

/// The demo's catalogue as an XML property list, name -> URL, in pieces, none of which remembers the others: a million
/// rows take the memory of one piece.
struct DemoCatalogueText {
    let count: Int
    /// 700 entries of some 90 bytes: about 64 KiB, so that few pieces fill a socket's buffer.
    static let rowsPerPiece = 700
    /// The row that the next piece begins with; 0 stands for what precedes the rows.
    private var next = 0

    init(count: Int) { self.count = count }

    /// The next piece as UTF-8, never empty; nil after the last.
    mutating func piece() -> [UInt8]? {
        // At merge: replaced by PhotoCore's CatalogueWriter (header, entry, footer).
        guard next <= count else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(Self.rowsPerPiece * 100)
        if next == 0 {
            text += Self.header.utf8
            next = 1
        }
        let end = min(next + Self.rowsPerPiece, count + 1)
        for number in next..<end {
            text += "\t<key>".utf8
            Self.append(DemoNames.name(of: number), to: &text)
            text += "</key>\n\t<string>".utf8
            Self.append(DemoCatalogue.path(of: number), to: &text)
            text += "</string>\n".utf8
        }
        next = end
        if next > count { text += "</dict>\n</plist>\n".utf8 }
        return text
    }

    private static let header = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>

        """

    /// Character data (XML 1.0, 2.4): these three have to be escaped.
    private static func append(_ string: String, to text: inout [UInt8]) {
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "&"): text += "&amp;".utf8
            case UInt8(ascii: "<"): text += "&lt;".utf8
            case UInt8(ascii: ">"): text += "&gt;".utf8
            default: text.append(byte)
            }
        }
    }
}
