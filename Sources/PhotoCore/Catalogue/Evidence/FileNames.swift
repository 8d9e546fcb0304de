/// Files' names in a list, which are not escaped.
enum FileNames {
    /// Whether a path has what no address has: a space, a number sign, a percent sign that escapes nothing, or the
    /// backslashes of Windows.
    static func isPlain(_ path: UnsafeRawBufferPointer) -> Bool {
        for (index, byte) in path.enumerated() {
            switch byte {
            case 0x20, UInt8(ascii: "#"), UInt8(ascii: "\\"): return true
            case UInt8(ascii: "%"):
                let escape = path.dropFirst(index + 1).prefix(2)
                if escape.count < 2 || !escape.allSatisfy(isHexadecimal) { return true }
            default: break
            }
        }
        return false
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        URLText.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    /// The name as a relative address. Without slashes it may be a path of Windows, if `mayBeOfWindows`.
    static func encoded(_ name: UnsafeRawBufferPointer, mayBeOfWindows: Bool = true) -> [UInt8] {
        // Most names are addresses as they are.
        if name.allSatisfy(isPlain) { return Array(name) }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        let isOfWindows = mayBeOfWindows && !name.contains(UInt8(ascii: "/"))
        for byte in name {
            if byte == UInt8(ascii: "\\"), isOfWindows {
                encoded.append(UInt8(ascii: "/"))
            } else if isPlain(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return encoded
    }

    /// Whether a byte stands for itself in an address.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x80 || URLText.isLetter(byte) || URLText.isDigit(byte) || "-._~/+!$&'()*,;=@".utf8.contains(byte)
    }
}
