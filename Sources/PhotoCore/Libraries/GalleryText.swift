import Foundation

/// Texts of Piwigo's, which are written for its own pages.
package enum GalleryText {
    /// The text without HTML's tags and references, on one line.
    package static func plain(_ text: String) -> String {
        // A name may have a sign for "less than".
        let isMarkup = ["</", "/>", "<br"].contains { text.contains($0) }
        let untagged = isMarkup ? PageText.withoutTags(Array(text.utf8)) : PageText.collapsed(Array(text.utf8))
        let plain = CharacterReferences.plain(untagged[...], onlyAmpersand: false)
        return String(decoding: plain, as: UTF8.self)
    }

    /// The address in a text. Galleries that protect their originals write "&amp;" in it
    /// (https://github.com/Piwigo/Piwigo/issues/796).
    package static func address(_ text: String) -> String {
        String(decoding: CharacterReferences.plain(Array(text.utf8)[...], onlyAmpersand: true), as: UTF8.self)
    }

    /// A date and a time in one word: "2024-10-05T11:00:00" for "2024-10-05 11:00:00"; nil if it is none.
    package static func date(_ text: String) -> String? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, !text.hasPrefix("0000") else { return nil }
        let date = parts[0] + "T" + parts[1]
        return LibraryDates.seconds(String(date)) == nil ? nil : String(date)
    }
}
