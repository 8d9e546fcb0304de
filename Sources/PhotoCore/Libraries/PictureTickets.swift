import Foundation

/// What a PhotoPrism server wants in the addresses of its pictures, because browsers send no fields for them: who asks
/// (https://docs.photoprism.app/developer-guide/api/thumbnails/#security-tokens).
///
/// They are secrets. Catalogues, caches and traces have the names ``previewName`` and ``downloadName`` in their place,
/// which only the message on the wire replaces.
package struct PictureTickets: Sendable, Equatable {
    /// Stands for the ticket of smaller pictures and videos: a part of a path.
    package static let previewName = "_preview_"
    /// Stands for the ticket of originals: a value in a query.
    package static let downloadName = "_download_"

    private let preview: String
    private let download: String

    /// In bytes; a ticket has eight.
    static let longest = 256
    /// What anyone may use at a server without passwords.
    private static let ofAnyone = "public"

    /// The tickets in the head of a reply, whose field names are in lower case. A server that tells none needs none.
    package init(_ fields: [String: String]) {
        let ticket = { (name: String) in
            fields[name].flatMap { Self.isTicket($0) ? $0 : nil } ?? Self.ofAnyone
        }
        (preview, download) = (ticket("x-preview-token"), ticket("x-download-token"))
    }

    /// Anything that could lead elsewhere is none.
    private static func isTicket(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && LibraryLocation.isID(text)
    }

    /// Whether only those who have a key get them.
    package var areSecret: Bool { preview != Self.ofAnyone || download != Self.ofAnyone }

    /// Whether a picture's address wants a ticket.
    package static func isWanted(in address: String) -> Bool {
        address.contains("/" + previewName + "/") || address.contains("=" + downloadName)
    }

    /// The address without its tickets, as a redirect repeats it.
    package func withdraw(from address: String) -> String {
        address.replacingOccurrences(of: "/" + preview + "/", with: "/" + Self.previewName + "/")
            .replacingOccurrences(of: "=" + download, with: "=" + Self.downloadName)
    }

    /// Whether a text, from which the tickets in their own places were withdrawn or not, has one anywhere else,
    /// however it is percent-encoded. What anyone may use is no secret.
    package func isRevealed(by text: String) -> Bool {
        let rest = [Self.previewName, Self.downloadName].reduce(withdraw(from: text)) {
            $0.replacingOccurrences(of: $1, with: "")
        }
        // One that follows a percent sign must not look like its code.
        let forms = [rest, Self.decoded(rest)].map { $0.lowercased() }
        return [preview, download].contains { ticket in
            ticket != Self.ofAnyone && forms.contains { $0.contains(ticket.lowercased()) }
        }
    }

    /// The text without percent-encoding, also if it was encoded several times.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            bytes.append(byte)
            while let code = code(atEndOf: bytes) {
                bytes.removeLast(3)
                bytes.append(code)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The byte that the last three stand for; nil if they are no percent sign and two digits.
    private static func code(atEndOf bytes: [UInt8]) -> UInt8? {
        guard bytes.count >= 3, bytes[bytes.count - 3] == UInt8(ascii: "%") else { return nil }
        let digits = bytes.suffix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
    }

    /// The address with its tickets.
    package func apply(to address: String) -> String {
        address.replacingOccurrences(of: "/" + Self.previewName + "/", with: "/" + preview + "/")
            .replacingOccurrences(of: "=" + Self.downloadName, with: "=" + download)
    }
}
