/// Whether text looks like the address of something, before it is known to be one: a hint, by which formats and shapes
/// are told apart.
public enum LocationDetection {
    /// Whether it is an address with a scheme (`https://…`), or the name of a picture (`album/1.jpg`).
    public static func isLikely(_ utf8: some Collection<UInt8>) -> Bool { isAbsolute(utf8) || namesPicture(utf8) }

    /// Whether it begins with a scheme and two slashes, as nothing but an address does.
    public static func isAbsolute(_ utf8: some Collection<UInt8>) -> Bool {
        let scheme = utf8.prefix { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
        return (2...16).contains(scheme.count) && utf8.dropFirst(scheme.count).starts(with: "://".utf8)
    }

    /// Whether its path, without query and fragment, ends as pictures' names do.
    public static func namesPicture(_ utf8: some Collection<UInt8>) -> Bool {
        let path = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // Of long text only the end can be it.
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

    /// Whether three or four bytes of lower case, the first in the highest place, are the ending of a picture's file.
    static func isExtension(_ packed: UInt32) -> Bool { extensions.contains(packed) }

    private static let longestExtension = 4

    /// The formats that the program shows, and the common ones that it may not (the
    /// shared MIME database's globs for image/*).
    ///
    /// Four bytes of lower case each: they are looked up a million times.
    private static let extensions: Set<UInt32> = Set(
        [
            "jpg", "jpeg", "jpe", "png", "gif", "webp", "avif", "heic", "heif", "tif", "tiff", "bmp", "svg", "jxl",
            "jp2",
            "ico",
        ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })
}
