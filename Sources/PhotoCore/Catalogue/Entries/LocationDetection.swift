/// Whether text looks like an address. A hint, used to tell formats and shapes apart.
package enum LocationDetection {
    /// Whether it is an address with a scheme (`https://…`), the name of a picture (`album/1.jpg`), or a picture itself
    /// (``DataAddress``).
    package static func isLikely(_ utf8: some Collection<UInt8>) -> Bool {
        isAbsolute(utf8) || namesPicture(utf8) || DataAddress.begins(utf8)
    }

    /// Whether it starts with a scheme and two slashes: only addresses do.
    package static func isAbsolute(_ utf8: some Collection<UInt8>) -> Bool {
        let scheme = utf8.prefix { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
        return (2...16).contains(scheme.count) && utf8.dropFirst(scheme.count).starts(with: "://".utf8)
    }

    /// Whether its path, without query and fragment, ends like a picture's name.
    package static func namesPicture(_ utf8: some Collection<UInt8>) -> Bool {
        let path = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // Only the end of a long text matters.
        let end = path.suffix(longestExtension + 1)
        var (packed, length, hasDot): (UInt32, Int, Bool) = (0, 0, false)
        for byte in end {
            if byte == UInt8(ascii: ".") {
                (packed, hasDot) = (0, length > 0 || path.count > end.count)
            } else {
                packed = packed << 8 | UInt32(byte | 0x20)
            }
            length += 1
        }
        return hasDot && extensions.contains(packed)
    }

    /// Whether three or four lower-case bytes, the first in the highest place, are a picture's extension.
    static func isExtension(_ packed: UInt32) -> Bool { extensions.contains(packed) }

    private static let longestExtension = 4

    /// The formats that the program shows, and common ones that it may not (the shared MIME database's globs for
    /// image/*).
    ///
    /// Packed into four lower-case bytes, for a million look-ups.
    private static let extensions: Set<UInt32> = Set(
        [
            "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "avif", "heic", "heif", "hif", "tif", "tiff", "bmp",
            "svg", "jxl", "jp2", "ico",
        ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })
}
