import Foundation

/// Where a file is, as the file system has it: bytes, of whatever encoding, without a zero. A Swift string cannot hold
/// those that are not UTF-8, and a URL's `path` is empty for them; the URL itself holds them, percent-encoded.
public struct FilePath: Sendable, Hashable {
    /// The bytes, without a zero at the end.
    public let bytes: [UInt8]

    /// The path of these bytes, up to the first zero.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

    /// The path that is written so.
    public init(_ text: String) { self.init(bytes: text.utf8) }

    /// The path that C calls give.
    public init(cString: UnsafePointer<CChar>) {
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// The path in which each `%` and two digits stand for a byte, as in a URL.
    public init(percentEncoded text: String) {
        let text = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                let byte = UInt8(String(decoding: text[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        self.init(bytes: bytes)
    }

    /// Calls `body` with the path as C calls take it.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            // Never empty: the zero is in it.
            try buffer.baseAddress.map(body) ?? body([0])
        }
    }

    /// `path` where it is absolute, else as it is from this folder.
    public func resolving(_ path: FilePath) -> FilePath {
        path.bytes.first == UInt8(ascii: "/") ? path : FilePath(bytes: bytes + "/".utf8 + path.bytes)
    }

    /// What is called `name` in this folder.
    public func appending(_ name: String) -> FilePath {
        FilePath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.utf8)
    }

    /// The folder that it is in.
    public var parent: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
    }

    /// Its last part, as people read it: U+FFFD stands for what is not UTF-8.
    public var shownName: String {
        String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? bytes[...], as: UTF8.self)
    }

    /// The URL of it, which holds each byte. A folder's ends with a slash.
    public func url(isFolder: Bool = false) -> URL {
        if let text = String(validating: bytes, as: UTF8.self) {
            return URL(fileURLWithPath: text, isDirectory: isFolder || text.hasSuffix("/"))
        }
        let encoded = bytes.map { byte in
            URLText.isLetter(byte) || URLText.isDigit(byte) || "-._~/".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        let path = isFolder && !encoded.hasSuffix("/") ? encoded + "/" : encoded
        return URL(string: "file://" + path) ?? URL(fileURLWithPath: description)
    }
}

extension FilePath: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The path that is written so.
    public init(stringLiteral text: String) { self.init(text) }

    /// As people read it: U+FFFD stands for what is not UTF-8.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension URL {
    /// The path of a file's URL, byte for byte, without a slash at its end.
    public var filePath: FilePath {
        let known = path
        if !known.isEmpty { return FilePath(known) }
        var bytes = FilePath(percentEncoded: path(percentEncoded: true)).bytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return FilePath(bytes: bytes)
    }

    /// The path, as people read it: U+FFFD stands for what is not UTF-8.
    public var shownPath: String { filePath.description }

    /// The last part of the path, as people read it. Foundation's is empty for what is not UTF-8.
    public var shownName: String {
        let known = lastPathComponent
        return known.isEmpty && !path(percentEncoded: true).isEmpty ? filePath.shownName : known
    }

    /// What follows the last dot of the name, in lower case.
    public var shownExtension: String {
        let known = pathExtension
        if !known.isEmpty { return known.lowercased() }
        let name = shownName
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[dot...].dropFirst().lowercased()
    }
}
