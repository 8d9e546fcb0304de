/// Undoes a mistake of exports: UTF-8 whose bytes were taken for characters, and encoded again ("CafÃ©").
enum TwiceEncodedText {
    /// The text as it was meant; nil for any other text, such as "Café", whose é alone is no UTF-8.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.contains(where: { $0 >= 0x80 }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte >= 0x80 else {
                bytes.append(byte)
                continue
            }
            // The characters from U+0080 to U+00FF.
            guard byte == 0xC2 || byte == 0xC3, let next = rest.popFirst(), next & 0b1100_0000 == 0b1000_0000 else {
                return nil
            }
            bytes.append((byte & 3) << 6 | next & 0b0011_1111)
        }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }
}
