/// What Nextcloud and ownCloud tell of a file or a folder besides WebDAV's own properties.
struct CloudProperties {
    private var tag: [UInt8] = []
    private var file: [UInt8] = []
    private var hasPreview = false
    /// When the photo was taken, by the camera's clock, as ISO 8601 has it; nil if that is not told.
    private(set) var taken: [UInt8]?
    /// Pixels of the upright photo, in decimal digits; empty if they are not told. Servers before 29.0.8 tell those of
    /// the picture as stored.
    private(set) var size: (width: [UInt8], height: [UInt8]) = ([], [])
    /// The checksum that a client has given along, "sha1:…"; empty without one.
    private(set) var checksum: [UInt8] = []

    /// "etag:…", which changes with anything in a folder; nil from other servers, whose tags do not.
    var version: [UInt8]? {
        file.isEmpty || tag.isEmpty || tag.count > Self.longestTag ? nil : Array("etag:".utf8) + tag
    }

    /// The name of the file at `address`. In albums and places, the file's number precedes it: "7-beach.jpg".
    func name(_ name: [UInt8], at address: [UInt8]) -> ArraySlice<UInt8> {
        let number = file + [UInt8(ascii: "-")]
        guard number.count > 1, name.starts(with: number), name.count > number.count,
            String(decoding: address, as: UTF8.self).contains(CloudSearch.photos)
        else { return name[...] }
        return name.dropFirst(number.count)
    }

    /// The address of the server's smaller picture of the file at `address`; empty without one.
    func thumbnail(of address: [UInt8]) -> [UInt8] {
        hasPreview ? CloudPicture.thumbnail(of: address, file: file, version: tag) ?? [] : []
    }

    /// A row's address of the video at `address`: of the server's picture of it; nil without one.
    func picture(ofVideo address: [UInt8]) -> [UInt8]? {
        guard hasPreview else { return nil }
        return CloudPicture.preview(ofVideo: address, file: file, version: tag)
    }

    private static let longestTag = 100

    /// Takes the property of this name.
    mutating func take(_ property: String, _ text: [UInt8]) {
        switch property {
        case "getetag": tag = text
        case "fileid": file = text
        case "has-preview": hasPreview = text == Array("true".utf8)
        // By a clock in UTC that showed what the camera's did.
        case "metadata-photos-original_date_time":
            taken = LibraryDates.text(taken: String(decoding: text, as: UTF8.self)).map { Array($0.utf8) } ?? taken
        case "width": size.width = text
        case "height": size.height = text
        case "checksum": checksum = Self.checksum(in: text)
        default: break
        }
    }

    /// The strongest of "SHA1:… MD5:… ADLER32:…".
    private static func checksum(in text: [UInt8]) -> [UInt8] {
        let sums = String(decoding: text.prefix(1024), as: UTF8.self).lowercased().split(separator: " ")
        return FileChecksum.allCases.lazy.compactMap { kind in sums.lazy.compactMap { kind.text(String($0)) }.first }
            .first ?? []
    }
}

/// A checksum that names a file's content.
enum FileChecksum: String, CaseIterable {
    case sha1, md5

    private var digits: Int { self == .sha1 ? 40 : 32 }

    /// "md5:" and the digits of such a text; nil for others.
    func text(_ text: String) -> [UInt8]? {
        guard text.hasPrefix(rawValue + ":") else { return nil }
        return of(digits: text.dropFirst(rawValue.count + 1))
    }

    /// The checksum with these hexadecimal digits; nil if they are not as many as it has.
    func of(digits text: Substring) -> [UInt8]? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            return nil
        }
        return Array("\(rawValue):\(text.lowercased())".utf8)
    }
}
