import Foundation

/// A program’s notes on a photo in a file next to it (XMP, ISO 16684-1): its title, and the name of the photo.
package struct PhotoSidecar: XMLListing {
    private let document: URL
    private var title: [UInt8] = []
    private var origins: [[UInt8]] = []

    package init(document: URL) { self.document = document }

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        guard path.name == "Description" else { return }
        origins += [attributes.value(of: "DerivedFrom"), attributes.value(of: "RawFileName")].compactMap { $0 }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("Alt", "li") where path[2] == "title" && title.isEmpty: title = PageText.collapsed(text)
        case ("Description", "DerivedFrom"), ("Description", "RawFileName"): origins.append(text)
        default: break
        }
    }

    /// The photo is called like its sidecar, without the ending (`a.jpg.xmp`), or as the sidecar says (`a.xmp`).
    package mutating func finish(into listed: inout Listed) {
        let own = Array(document.lastPathComponent.utf8)
        let names = (own.suffix(4).map { $0 | 0x20 } == Array(".xmp".utf8) ? [Array(own.dropLast(4))] : []) + origins
        // A folder in the name is one of the computer that wrote it.
        let photo = names.lazy.map(ListedName.init).first { $0.isPicture() && !$0.name.contains(UInt8(ascii: "/")) }
        guard let photo, let location = photo.address else { return }
        listed.rows.append(ListingRow(location, name: title.isEmpty ? photo.name : title))
    }
}
