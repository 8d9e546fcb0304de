extension PhotoLocation {
    /// Whether `resolve` certainly finds a URL in a location, whatever the base: judges a million locations in
    /// milliseconds. False means that only `resolve` can tell.
    static func isPlain(_ location: UnsafeRawBufferPointer) -> Bool {
        if let path = plainPath(of: location) { return path > 0 || isPlainPath(location) }
        return false
    }

    /// The start of the path, with its slash, in an http or https location with a plain host; 0 without such a scheme;
    /// nil if the host is missing or unusual.
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

    /// Whether it is a relative path without special characters.
    private static func isPlainPath(_ path: UnsafeRawBufferPointer) -> Bool {
        guard let first = path.first, URLText.isLetter(first) || URLText.isDigit(first) else { return false }
        return path.allSatisfy { isPlain($0, also: "-._/") }
    }

    /// Whether a byte is an ASCII letter, a digit, or one of the others.
    static func isPlain(_ byte: UInt8, also others: StaticString) -> Bool {
        if URLText.isLetter(byte) || URLText.isDigit(byte) { return true }
        return (0..<others.utf8CodeUnitCount).contains { others.utf8Start[$0] == byte }
    }
}
