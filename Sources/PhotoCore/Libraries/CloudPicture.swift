import Foundation

/// A smaller picture of a photo that Nextcloud makes: `…/index.php/core/preview?fileId=7&x=512&y=512&a=1&forceIcon=0`.
///
/// https://github.com/nextcloud/server/blob/master/core/Controller/PreviewController.php
package struct CloudPicture: Sendable {
    /// The server's number of the photo.
    private let file: String
    /// The address that this one was, for another size.
    private let parts: URLComponents

    /// The sides that it fits into, in pixels: a row's or cell's on a display of scale 2, and about a screen's.
    private static let (smallSide, largeSide) = (512, 2048)
    private static let path = "/index.php/core/preview"
    private static let longestNumber = 20
    private static let longestVersion = 64

    /// Of the file with this number at `address`, which may be a path only; nil if that is not one of Nextcloud's
    /// folders. Another `version` of the file has another picture.
    static func thumbnail(of address: [UInt8], file: [UInt8], version: [UInt8]) -> [UInt8]? {
        picture(of: address, file: file, version: version, side: smallSide).map { Array($0.utf8) }
    }

    /// The same of about a screen's size, of a video, whose own address it has as well.
    static func preview(ofVideo address: [UInt8], file: [UInt8], version: [UInt8]) -> [UInt8]? {
        picture(of: address, file: file, version: version, side: largeSide).map {
            Array(VideoAddress.marked(String(decoding: address, as: UTF8.self), picture: $0).utf8)
        }
    }

    private static func picture(of address: [UInt8], file: [UInt8], version: [UInt8], side: Int) -> String? {
        guard (1...longestNumber).contains(file.count), file.allSatisfy({ (0x30...0x39).contains($0) }),
            let server = server(of: String(decoding: address, as: UTF8.self))
        else { return nil }
        let version = String(decoding: version, as: UTF8.self).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "\(server)\(path)?fileId=\(String(decoding: file, as: UTF8.self))&x=\(side)&y=\(side)"
            + "&a=1&forceIcon=0&c=\(version.prefix(longestVersion))"
    }

    /// The picture at `thumbnail`, of the photo at `photo`; nil if it is no such picture.
    package init?(_ thumbnail: URL, of photo: URL) {
        guard let host = WebServer(thumbnail), host == WebServer(photo), let server = Self.server(of: photo.path),
            let parts = URLComponents(url: thumbnail, resolvingAgainstBaseURL: true), parts.path == server + Self.path,
            let file = parts.queryItems?.first(where: { $0.name == "fileId" })?.value,
            (1...Self.longestNumber).contains(file.utf8.count), file.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        (self.file, self.parts) = (file, parts)
    }

    /// The address of a picture of about a screen's size: the whole photo.
    package var preview: URL? {
        var parts = parts
        parts.queryItems = parts.queryItems?.map { item in
            ["x", "y"].contains(item.name) ? URLQueryItem(name: item.name, value: "\(Self.largeSide)") : item
        }
        return parts.url
    }

    /// The address of the server's page that shows the photo.
    package var page: URL? {
        var parts = parts
        parts.path = parts.path.dropLast(Self.path.count) + "/index.php/f/\(file)"
        parts.query = nil
        return parts.url
    }

    /// What addresses and paths of files begin with, before the folders; nil for others.
    private static func server(of address: String) -> String? {
        address.firstRange(of: "/remote.php/").map { String(address[..<$0.lowerBound]) }
    }

    /// The folder of these pictures on a server whose files have paths like `path`; nil if that is no Nextcloud's.
    package static func folder(forFilesAt path: String) -> String? {
        server(of: path).map { $0 + "/index.php/core/" }
    }
}
