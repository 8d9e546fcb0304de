import Foundation

/// A file's path as the file system has it: bytes in any encoding, without a zero. A Swift string cannot hold invalid
/// UTF-8, and a URL's `path` is empty for it; the URL itself holds the bytes, percent-encoded.
public struct FilePath: Sendable, Hashable {
    /// The bytes, without a terminating zero.
    public let bytes: [UInt8]

    /// The path of these bytes, up to the first zero.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

    /// The path with this text.
    public init(_ text: String) { self.init(bytes: text.utf8) }

    /// The path from a C call.
    public init(cString: UnsafePointer<CChar>) {
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// The path in which `%` and two digits stand for a byte, as in a URL.
    public init(percentEncoded text: String) {
        let text = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                let high = URLText.hexDigit(text[index + 1]), let low = URLText.hexDigit(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        self.init(bytes: bytes)
    }

    /// Calls `body` with the path as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            // Never empty: it contains the zero.
            try buffer.baseAddress.map(body) ?? body([0])
        }
    }

    /// `path` if absolute, otherwise `path` relative to this folder.
    public func resolving(_ path: FilePath) -> FilePath {
        path.bytes.first == UInt8(ascii: "/") ? path : FilePath(bytes: bytesBeforeName + path.bytes)
    }

    /// The path of `name` in this folder.
    public func appending(_ name: String) -> FilePath {
        FilePath(bytes: bytesBeforeName + name.utf8)
    }

    /// With one slash at the end.
    private var bytesBeforeName: [UInt8] { bytes.last == UInt8(ascii: "/") ? bytes : bytes + "/".utf8 }

    /// The enclosing folder.
    public var parent: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
    }

    /// Its last component for display, in the encoding that its bytes suggest (``ReadableName``).
    public var shownName: String {
        ShownText.line(ReadableName.text(bytes.split(separator: UInt8(ascii: "/")).last ?? bytes[...]))
    }

    /// Its URL, which preserves every byte. A folder's URL ends in a slash.
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
    /// The path with this text.
    public init(stringLiteral text: String) { self.init(text) }

    /// For display, in the encodings that its bytes suggest (``ReadableName``).
    public var description: String { ReadableName.path(bytes) }
}

extension URL {
    /// The path of a file URL, byte for byte, without a trailing slash.
    public var filePath: FilePath {
        let known = path
        if !known.isEmpty, !known.contains("%") { return FilePath(known) }
        var bytes = FilePath(percentEncoded: path(percentEncoded: true)).bytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return FilePath(bytes: bytes)
    }

    /// The path for display, in the encodings that its bytes suggest (``ReadableName``).
    public var shownPath: String { ShownText.line(filePath.description) }

    /// The last path component for display.
    public var shownName: String {
        if let member = ArchiveMember(self) { return FilePath(bytes: member.name).shownName }
        if let held = DataAddress(self) { return held.fileName }
        let known = lastPathComponent
        if !known.isEmpty, !known.contains("%") { return ShownText.line(known) }
        // Foundation's is empty for invalid UTF-8, and Foundation 6.0 leaves the escape of a slash.
        let last = path(percentEncoded: true).split(separator: "/").last
        return last.map { ShownText.line(ReadableName.text(FilePath(percentEncoded: String($0)).bytes[...])) } ?? known
    }

    /// The host; nil where it is empty, as in `file:///`: Foundation 6.0 has "" for it.
    package var namedHost: String? { host.flatMap { $0.isEmpty ? nil : $0 } }

    /// The lower-case file extension.
    public var shownExtension: String {
        let known = pathExtension
        if !known.isEmpty, !ArchiveMember.isNamed(by: self) { return known.lowercased() }
        let name = shownName
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[dot...].dropFirst().lowercased()
    }
}
