import Foundation
import GtkBridge
import PhotoCore

/// What can be opened of what was dropped. A pure function of it, but for asking the disk which files are folders.
enum DroppedSources {
    /// Each catalogue and folder by itself, pictures together; nothing for text that has no address in it.
    static func sources(in dropped: DroppedContent) -> [CatalogueSource] {
        let addresses: [String]
        switch dropped {
        case .addresses(let dropped): addresses = dropped
        case .text(let text): addresses = Self.addresses(in: text)
        }
        return Arguments.gatheringPictures(addresses.compactMap(source))
    }

    private static func source(_ address: String) -> CatalogueSource? {
        switch TypedLocation.parse(address) {
        case .success(let url): try? CatalogueSource(url.absoluteString, in: "/")
        // Of a share, perhaps; without slashes it would be taken for a file's name.
        case .failure(.schemeUnknown) where address.contains("://"): try? CatalogueSource(address, in: "/")
        case .failure: nil
        }
    }

    /// A line each, as lists of addresses are written (RFC 2483), or one that was selected in a text.
    private static func addresses(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.contains(where: \.isWhitespace) }
    }
}
