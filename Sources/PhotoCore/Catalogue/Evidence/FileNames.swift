/// Files' names in a list, which are not escaped.
enum FileNames {
    /// The name as a relative address.
    static func encoded(_ name: UnsafeRawBufferPointer) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in name {
            if byte >= 0x80 || URLText.isLetter(byte) || URLText.isDigit(byte)
                || "-._~/+!$&'()*,;=@".utf8.contains(byte)
            {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return encoded
    }
}
