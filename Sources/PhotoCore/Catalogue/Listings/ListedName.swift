/// The name of a file or a stored object, as it stands in a listing: no address, and not escaped.
package struct ListedName: Sendable {
    /// UTF-8; folders are separated by slashes.
    package let name: [UInt8]

    package init(_ name: [UInt8]) { self.name = name }

    /// Its address, relative to its folder or store. Nil if no address can name it: parts that are dots would climb.
    package var address: [UInt8]? {
        if name.isEmpty || climbs { return nil }
        let encoded = name.withUnsafeBytes { FileNames.encoded($0, mayBeOfWindows: false) }
        // A leading slash would start at the host.
        return name.first == UInt8(ascii: "/") ? Array("./".utf8) + encoded : encoded
    }

    /// Whether a part of it is only one dot or two. In one pass: stores list millions of names.
    private var climbs: Bool {
        var (length, dots) = (0, 0)
        for byte in name {
            if byte == UInt8(ascii: "/") {
                if dots == length, length == 1 || length == 2 { return true }
                (length, dots) = (0, 0)
            } else {
                length += 1
                if byte == UInt8(ascii: ".") { dots += 1 }
            }
        }
        return dots == length && (length == 1 || length == 2)
    }

    /// Its address, if it is a picture. The type that the listing states counts, unless it says nothing
    /// (`application/octet-stream`); then the name's ending does.
    package func pictureAddress(type: [UInt8] = []) -> [UInt8]? {
        guard let address, name.last != UInt8(ascii: "/") else { return nil }
        if type.isEmpty { return LocationDetection.namesPicture(address) ? address : nil }
        let type = Self.plain(type)
        if type.hasPrefix("image/") { return address }
        return Self.saysNothing(type) && LocationDetection.namesPicture(address) ? address : nil
    }

    /// Whether it is a picture, by its name, that no address can name: servers and clients resolve dots, however they
    /// are escaped (RFC 3986, 5.2.4 and 6.2.2.2).
    package var isPictureWithoutAddress: Bool {
        guard climbs, name.last != UInt8(ascii: "/") else { return false }
        return LocationDetection.namesPicture(name.withUnsafeBytes { FileNames.encoded($0, mayBeOfWindows: false) })
    }

    /// A type without its parameters.
    private static func plain(_ type: [UInt8]) -> String {
        String(decoding: type.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }, as: UTF8.self).lowercased()
    }

    private static func saysNothing(_ type: String) -> Bool { type.isEmpty || type.hasSuffix("/octet-stream") }

    /// Whether it is a video, by the type that the listing states, or by its name.
    package func isVideo(type: [UInt8] = []) -> Bool {
        guard address != nil, name.last != UInt8(ascii: "/") else { return false }
        let type = Self.plain(type)
        return type.hasPrefix("video/")
            || Self.saysNothing(type) && VideoAddress.isNamed(by: String(decoding: last, as: UTF8.self))
    }

    /// Whether it is a picture, by the type that the listing states, or by its name.
    package func isPicture(type: [UInt8] = []) -> Bool { pictureAddress(type: type) != nil }

    /// The last part of the name, or the last before a trailing slash.
    package var last: [UInt8] {
        let name = name.last == UInt8(ascii: "/") ? name.dropLast() : name[...]
        return Array(name.suffix(from: name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? name.startIndex))
    }

    /// The name below `folder`, a prefix of it that ends in a slash: it tells the folders between.
    package func below(_ folder: [UInt8]) -> [UInt8] {
        let folder = folder.prefix(folder.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)
        let rest = name.starts(with: folder) ? Array(name.dropFirst(folder.count)) : name
        return rest.last == UInt8(ascii: "/") ? Array(rest.dropLast()) : rest
    }
}
