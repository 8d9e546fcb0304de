import Foundation
import GtkBridge
import PhotoCore

/// What can be opened from a drop. A pure function, except that it asks the disk which files are folders.
enum DroppedSources {
    /// Catalogues and folders separately, pictures together; nothing for text without an address.
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
        // Perhaps a share; without slashes it would be a file's name.
        case .failure(.schemeUnknown) where address.contains("://"): try? CatalogueSource(address, in: "/")
        case .failure: nil
        }
    }

    /// One address per line, as in lists of addresses (RFC 2483), or one selected in a text.
    private static func addresses(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.contains(where: \.isWhitespace) }
    }
}
