/// The custom properties of style sheets and styles that hold addresses
/// (https://www.w3.org/TR/css-variables-1/): `--photo: url(pier.jpg)`.
struct StyleVariables: Equatable {
    /// The values by their names, which are written as they stand there.
    private(set) var values: [[UInt8]: [UInt8]] = [:]

    /// More than any element of a real page has, or names.
    private static let most = 64
    /// 8 KiB: longer values hold data.
    private static let longest = 8 << 10
    /// A value may name another one.
    private static let deepest = 4

    var isEmpty: Bool { values.isEmpty }

    /// Its memory in bytes, about.
    var byteCount: Int { values.reduce(0) { $0 + $1.key.count + $1.value.count } }

    init() {}

    /// Those of an element's own style.
    init(ofStyle style: [UInt8]) {
        guard style.starts(with: "--".utf8) || style.indices.contains(where: { style[$0...].starts(with: "--".utf8) })
        else { return }
        for declaration in Self.declarations(style) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            add(Self.trimmed(declaration[..<colon]), declaration[(colon + 1)...])
        }
    }

    /// Adds a declaration if it is one of a custom property with an address, or with the name of another one.
    mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        guard name.starts(with: "--".utf8), values.count < Self.most, value.count <= Self.longest,
            Self.call("url(", in: value) != nil || Self.call("var(", in: value) != nil
        else { return }
        values[Array(name)] = Array(Self.trimmed(value))
    }

    /// Adds those of `other`, which count more.
    mutating func add(_ other: StyleVariables) { values.merge(other.values) { $1 } }

    /// A style with these values in place of their names, and whether something else stands in for one.
    func resolved(in style: [UInt8]) -> (style: [UInt8], isFallback: Bool) {
        var isFallback = false
        let resolved = Self.resolved(style) { name in
            let value = values[Array(name)]
            if value == nil { isFallback = true }
            return value
        }
        return (resolved, isFallback)
    }

    /// Whether a style's background names a custom property.
    static func areUsed(by style: [UInt8]) -> Bool {
        let properties: [StaticString] = ["background", "background-image"]
        return properties.contains { PageSize.property($0, in: style).flatMap { call("var(", in: $0) } != nil }
    }

    /// A style with the values in place of the names, each of which `value` gives; else what stands next to the name
    /// for that case.
    static func resolved(_ style: [UInt8], value: (ArraySlice<UInt8>) -> [UInt8]?) -> [UInt8] {
        var left = most
        return resolved(style, depth: 0, &left, value)
    }

    private static func resolved(
        _ style: [UInt8], depth: Int, _ left: inout Int, _ value: (ArraySlice<UInt8>) -> [UInt8]?
    ) -> [UInt8] {
        var out: [UInt8] = []
        var rest = style[...]
        while depth < deepest, left > 0, out.count <= 8 * longest, let start = call("var(", in: rest) {
            let arguments = rest[start...]
            let end = closing(arguments) ?? arguments.endIndex
            let inner = arguments[..<end]
            let name = trimmed(inner.prefix { $0 != UInt8(ascii: ",") })
            let fallback = inner.dropFirst(inner.prefix { $0 != UInt8(ascii: ",") }.count).dropFirst()
            left -= 1
            out += rest[..<(start - 4)]
            out += resolved(value(name) ?? Array(fallback), depth: depth + 1, &left, value)
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
        }
        return out + rest
    }

    // MARK: Text

    /// Declarations, between semicolons that are in no parentheses and no quotation marks.
    private static func declarations(_ style: [UInt8]) -> [ArraySlice<UInt8>] {
        var (parts, start, depth): ([ArraySlice<UInt8>], Int, Int) = ([], 0, 0)
        var quote: UInt8?
        for (index, byte) in style.enumerated() {
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: ";") where depth == 0:
                parts.append(style[start..<index])
                start = index + 1
            default: break
            }
        }
        return parts + [style[start...]]
    }

    /// The place of the parenthesis that closes what is open; nil without one.
    private static func closing(_ text: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")") where depth == 0: return index
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
        }
        return nil
    }

    /// The place behind a function's name and its parenthesis; nil without it.
    private static func call(_ name: StaticString, in text: ArraySlice<UInt8>) -> Int? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard text.count >= name.count else { return nil }
        for start in text.startIndex...(text.endIndex - name.count) where text[start] | 0x20 == name[0] {
            if zip(text[start...], name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return start + name.count }
        }
        return nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop(while: EntryScratch.isSpace)
        while let last = text.last, EntryScratch.isSpace(last) { text.removeLast() }
        return text
    }
}
