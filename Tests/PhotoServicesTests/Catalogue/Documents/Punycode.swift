/// A label of a host, as it stands in an address: RFC 3492.
enum Punycode {
    /// The label, of what follows "xn--"; nil if it is none.
    static func decoded(_ text: Substring) -> String? {
        let (basic, digits) =
            text.lastIndex(of: "-").map { (text[..<$0], text[text.index(after: $0)...]) } ?? ("", text)
        var label = Array(basic.unicodeScalars)
        var (number, index, bias) = (128, 0, 72)
        var rest = digits.utf8[...]
        while !rest.isEmpty {
            let start = index
            var (weight, base) = (1, 36)
            while true {
                guard let digit = rest.popFirst().flatMap(value), digit <= (Int(Int32.max) - index) / weight else {
                    return nil
                }
                index += digit * weight
                let threshold = min(max(base - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                guard weight <= Int32.max else { return nil }
                base += 36
            }
            let count = label.count + 1
            bias = adapted(index - start, count: count, isFirst: start == 0)
            number += index / count
            index %= count
            guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init) else { return nil }
            label.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(label))
    }

    private static func value(_ digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func adapted(_ step: Int, count: Int, isFirst: Bool) -> Int {
        var step = isFirst ? step / 700 : step / 2
        step += step / count
        var base = 0
        while step > 455 {
            step /= 35
            base += 36
        }
        return base + 36 * step / (step + 38)
    }
}
