/// What a page of a PDF document draws (ISO 32000-1, 7.8.2): operators behind their operands.
package enum PDFContent {
    /// No name is longer (ISO 32000-1, annex C).
    private static let longestName = 127

    /// The names of pictures and drawings that `content` draws, each once, in the order in which they are first drawn:
    /// those before the operator `Do`. Names begin with a slash, as in dictionaries. At most `most`.
    ///
    /// Only this operator is looked for. Text that looks like it draws nothing that the page does not name.
    package static func drawn(_ content: UnsafeRawBufferPointer, most: Int = ArchiveLimits.pictureNames) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        var index = 1
        while index + 1 < content.count, names.count < most {
            if content[index] == UInt8(ascii: "D"), content[index + 1] == UInt8(ascii: "o"),
                index + 2 == content.count || !isRegular(content[index + 2]),
                let name = name(before: index, in: content), seen.insert(name).inserted
            {
                names.append(name)
            }
            index += 1
        }
        return names
    }

    /// The name that ends before white space at `end`.
    private static func name(before end: Int, in content: UnsafeRawBufferPointer) -> [UInt8]? {
        var last = end - 1
        while last >= 0, isSpace(content[last]) { last -= 1 }
        guard last >= 0, last < end - 1 else { return nil }
        var first = last
        while first >= 0, last - first <= 3 * longestName, isRegular(content[first]) { first -= 1 }
        guard first >= 0, first < last, content[first] == UInt8(ascii: "/") else { return nil }
        return [UInt8(ascii: "/")] + unescaped(content[(first + 1)...last])
    }

    /// A character may be written as `#20`.
    private static func unescaped(_ name: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = name.startIndex
        while index < name.endIndex {
            if name[index] == UInt8(ascii: "#"), index + 2 < name.endIndex, let high = digit(name[index + 1]),
                let low = digit(name[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(name[index])
                index += 1
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 12, 13, 32: true
        default: false
        }
    }

    /// Whether a byte is neither white space nor a delimiter.
    private static func isRegular(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            false
        default: !isSpace(byte)
        }
    }
}
