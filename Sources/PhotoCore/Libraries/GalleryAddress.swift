import Foundation

/// The photos of a Piwigo gallery: an answer of its interface, whose pages follow each other (`tools/ws.htm` of every
/// installation).
package enum GalleryAddress {
    /// Relative to the gallery.
    package static let photos =
        "ws.php?format=json&method=pwg.categories.getImages&recursive=true&order=date_creation%20desc&per_page=500"

    /// Whether `url` is that of a gallery.
    package static func isGallery(_ url: URL) -> Bool {
        url.webAddress != nil && url.absoluteString.hasSuffix("/" + photos)
    }
}
