import Foundation

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
