/// The size at which a page shows something, in CSS pixels, as far as its attributes and its style say.
struct PageSize: Equatable {
    private(set) var width: Int?
    private(set) var height: Int?

    /// As small as an icon next to text.
    private static let tiny = 16

    init(of element: some MarkupAttributes) {
        width = element.value(of: "width").flatMap { Self.pixels($0[...]) }
        height = element.value(of: "height").flatMap { Self.pixels($0[...]) }
        if let style = element.value(of: "style") {
            width = width ?? Self.pixels(Self.property("width", in: style))
            height = height ?? Self.pixels(Self.property("height", in: style))
        }
        // A script or a style sheet replaces a 0, unless nothing is to be seen.
        let isHidden = [width, height].allSatisfy { $0.map { $0 <= Self.tiny } ?? false }
        if width == 0, !isHidden { width = nil }
        if height == 0, !isHidden { height = nil }
    }

    /// Whether a side is that of a counting pixel, or of a sign in a text.
    var isTiny: Bool { [width, height].contains { $0.map { $0 <= Self.tiny } ?? false } }

    /// The longer side; nil unless one of them is known.
    var longer: Int? { [width, height].compactMap { $0 }.max() }

    /// The sides, if both are known.
    var both: (width: Int, height: Int)? {
        guard let width, let height else { return nil }
        return (width, height)
    }

    /// A length in pixels, without a unit, or in units of text (16 pixels); nil for shares and other units.
    private static func pixels(_ text: ArraySlice<UInt8>?) -> Int? {
        guard let text = text?.drop(while: EntryScratch.isSpace) else { return nil }
        let digits = text.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard let number = Double(String(decoding: digits, as: UTF8.self)), number < 1_000_000 else {
            return digits.count > 6 ? 1_000_000 : nil
        }
        let rest = text.dropFirst(digits.count).drop(while: EntryScratch.isSpace)
        let unit = rest.prefix { URLText.isLetter($0) || $0 == UInt8(ascii: "%") }
        switch String(decoding: unit, as: UTF8.self).lowercased() {
        case "", "px": return Int(number)
        case "em", "rem": return Int(number * 16)
        case "ex", "ch": return Int(number * 8)
        default: return nil
        }
    }

    /// The value of a property of a style; nil if it is not there.
    static func property(_ name: StaticString, in style: [UInt8]) -> ArraySlice<UInt8>? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for declaration in style.split(separator: UInt8(ascii: ";")) {
            let words = declaration.drop(while: EntryScratch.isSpace)
            guard words.count > name.count, zip(words, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { continue }
            let rest = words.dropFirst(name.count).drop(while: EntryScratch.isSpace)
            if rest.first == UInt8(ascii: ":") { return rest.dropFirst() }
        }
        return nil
    }
}
