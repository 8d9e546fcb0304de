import Foundation

/// Texts of a tree that are written in HTML or Markdown, as posts and notes are.
enum MarkupText {
    /// The pictures in a text in HTML or Markdown.
    typealias ReadsPictures = (UnsafeRawBufferPointer) -> [PagePicture]

    /// The shortest text that shows a picture: `<img src=a>`.
    private static let shortest = 11

    /// Whether a text shows a picture in HTML or Markdown. Costs no more than a search for two bytes.
    static func holdsPicture(_ utf8: UnsafeRawBufferPointer) -> Bool {
        guard utf8.count >= shortest else { return false }
        return holds("<img", utf8) || isMarkdown(utf8)
    }

    /// Whether a text shows a picture in Markdown: `![sea](sea.jpg)`.
    static func isMarkdown(_ utf8: UnsafeRawBufferPointer) -> Bool {
        holds("![", utf8) && holds("](", utf8)
    }

    /// Whether a text in HTML or Markdown shows a picture at an absolute address.
    static func holdsAbsolute(_ utf8: UnsafeRawBufferPointer) -> Bool {
        let beginnings: [StaticString] = ["src=\"http", "src=\"//", "src='http", "src='//", "](http"]
        return beginnings.contains { holds($0, utf8) }
    }

    /// Whether a text is HTML: it ends an element.
    static func isHTML(_ utf8: UnsafeRawBufferPointer) -> Bool { holds("</", utf8) || holds("<img", utf8) }

    /// Whether what a text in HTML or Markdown shows is no address, but a service's own code for a picture:
    /// `![gif](shown|3o7)`. A word alone is one.
    static func isCode(_ location: [UInt8]) -> Bool {
        if LocationDetection.isLikely(location) || location.starts(with: "//".utf8) { return false }
        return location.contains(UInt8(ascii: "|")) || !location.contains { "/?.".utf8.contains($0) }
    }

    private static func holds(_ word: StaticString, _ text: UnsafeRawBufferPointer) -> Bool {
        guard var place = text.baseAddress else { return false }
        let end = place + text.count
        let count = word.utf8CodeUnitCount
        while end - place >= count, let found = memchr(place, Int32(word.utf8Start[0]), end - place - count + 1) {
            if memcmp(found, word.utf8Start, count) == 0 { return true }
            place = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
