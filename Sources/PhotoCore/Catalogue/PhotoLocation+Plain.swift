extension PhotoLocation {
    /// Whether `resolve` surely finds a URL in a location, whatever it is relative to: so that a million of them are
    /// judged in milliseconds. Of others only `resolve` can tell.
    static func isPlain(_ location: UnsafeRawBufferPointer) -> Bool {
        if let path = plainPath(of: location) { return path > 0 || isPlainPath(location) }
        return false
    }

    /// Where the path begins, with a slash, in a location with the scheme http or https and a plain host; 0 where there
    /// is no such scheme; nil where the host is another or missing.
    static func plainPath(of location: UnsafeRawBufferPointer) -> Int? {
        for scheme in ["https://", "http://"] as [StaticString] {
            let length = scheme.utf8CodeUnitCount
            guard location.count > length, (0..<length).allSatisfy({ location[$0] == scheme.utf8Start[$0] }) else {
                continue
            }
            var slash = length
            while slash < location.count, isPlain(location[slash], also: "-.") { slash += 1 }
            return slash > length && slash < location.count && location[slash] == UInt8(ascii: "/") ? slash : nil
        }
        return 0
    }

    /// Whether it is a relative path in which nothing means anything but itself.
    private static func isPlainPath(_ path: UnsafeRawBufferPointer) -> Bool {
        guard let first = path.first, URLText.isLetter(first) || URLText.isDigit(first) else { return false }
        return path.allSatisfy { isPlain($0, also: "-._/") }
    }

    /// Whether a byte is an ASCII letter, a digit, or one of those others.
    static func isPlain(_ byte: UInt8, also others: StaticString) -> Bool {
        if URLText.isLetter(byte) || URLText.isDigit(byte) { return true }
        return (0..<others.utf8CodeUnitCount).contains { others.utf8Start[$0] == byte }
    }
}
