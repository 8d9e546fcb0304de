import Foundation

/// A program’s notes on a photo in a file next to it (XMP, ISO 16684-1): its title, and the name of the photo.
package struct PhotoSidecar: XMLListing {
    private let document: URL
    private let siblings: (_ stem: [UInt8]) -> [[UInt8]]
    private var title: [UInt8] = []
    private var origins: [[UInt8]] = []
    private var kinds: [[UInt8]] = []

    /// The sidecar at `document`. `siblings` returns the names of the files next to it that are called `stem` and
    /// another ending; it asks the disk, and may block.
    package init(document: URL, siblings: @escaping (_ stem: [UInt8]) -> [[UInt8]] = { _ in [] }) {
        (self.document, self.siblings) = (document, siblings)
    }

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        guard path.name == "Description" else { return }
        origins += [attributes.value(of: "DerivedFrom"), attributes.value(of: "RawFileName")].compactMap { $0 }
        kinds += [attributes.value(of: "SidecarForExtension")].compactMap { $0 }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("Alt", "li") where path[2] == "title" && title.isEmpty: title = PageText.collapsed(text)
        case ("Description", "DerivedFrom"), ("Description", "RawFileName"): origins.append(text)
        case ("Description", "SidecarForExtension"): kinds.append(text)
        default: break
        }
    }

    /// The photo is called like its sidecar, without the ending (`a.jpg.xmp`), or as the sidecar says (`a.xmp`).
    /// Otherwise it is what lies next to it under the same name: `a.jpg`, and `a.cr2`, unless the sidecar says which
    /// ending is meant.
    package mutating func finish(into listed: inout Listed) {
        let own = Array(document.lastPathComponent.utf8)
        let isNamed = own.suffix(4).map { $0 | 0x20 } == Array(".xmp".utf8)
        let stem = isNamed ? Array(own.dropLast(4)) : []
        if let said = ([stem] + origins).first(where: Self.isPhoto) { return add(said, into: &listed) }
        if stem.isEmpty { return }
        let ofKind = kinds.map { stem + [UInt8(ascii: ".")] + $0 }
        let photos = siblings(stem).filter(Self.isPhoto)
        // Names on disks are in either case.
        let meant = photos.filter { photo in ofKind.contains { Self.lowercased($0) == Self.lowercased(photo) } }
        if !photos.isEmpty {
            for photo in meant.isEmpty ? photos : meant { add(photo, into: &listed) }
        } else if let said = ofKind.first(where: Self.isPhoto) {
            add(said, into: &listed)
        }
    }

    private static func lowercased(_ name: [UInt8]) -> [UInt8] {
        name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// A folder in the name is one of the computer that wrote it.
    private static func isPhoto(_ name: [UInt8]) -> Bool {
        ListedName(name).isPicture() && !name.contains(UInt8(ascii: "/"))
    }

    private func add(_ photo: [UInt8], into listed: inout Listed) {
        guard let location = ListedName(photo).address else { return }
        listed.rows.append(ListingRow(location, name: title.isEmpty ? photo : title))
    }
}
