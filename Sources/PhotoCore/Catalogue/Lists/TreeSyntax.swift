/// Tells texts that are trees or pages with a damaged beginning from lists and tables: their lines are no entries.
package enum TreeSyntax {
    /// Whether a text begins within JSON or markup: its first line has a key, a tag or a declaration.
    package static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        return has(line, where: isKey) || has(line, where: isTag) || hasDeclaration(line)
    }

    /// Whether an address holds what stands in no address: a key or the end of a value, a tag, a control character.
    static func isIn(_ address: Slice<UnsafeRawBufferPointer>) -> Bool {
        address.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
            || has(address, where: isKey) || has(address, where: isValueEnd)
    }

    /// `"key":`
    private static func isKey(_ one: UInt8, _ two: UInt8) -> Bool { one == quote && two == UInt8(ascii: ":") }

    /// `"value",`, `"value"}` or `"value"]`
    private static func isValueEnd(_ one: UInt8, _ two: UInt8) -> Bool { one == quote && ",}]".utf8.contains(two) }

    /// `<tag`, `</`, `<!`, `<?`, `/>` or `?>`
    private static func isTag(_ one: UInt8, _ two: UInt8) -> Bool {
        if two == UInt8(ascii: ">") { return "/?\"".utf8.contains(one) }
        return one == UInt8(ascii: "<") && (URLText.isLetter(two) || "/!?".utf8.contains(two))
    }

    /// A page's first bytes without the bracket.
    private static func hasDeclaration(_ line: ArraySlice<UInt8>) -> Bool {
        let start = String(decoding: line.prefix(32), as: UTF8.self).lowercased()
        return start.contains("doctype html") || start.contains("html>")
    }

    private static let quote = UInt8(ascii: "\"")

    private static func has(_ text: some Sequence<UInt8>, where isPair: (UInt8, UInt8) -> Bool) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            if isPair(last, byte) { return true }
            last = byte
        }
        return false
    }
}
