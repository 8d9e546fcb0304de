/// One selector of a style sheet: which elements it means, by their names, classes and identifiers, their places among
/// their siblings, and the elements around them (https://www.w3.org/TR/selectors-4/).
struct StyleSelector: Equatable {
    /// What one element must have.
    struct Compound: Equatable {
        /// nil for any.
        var tag: ElementTag?
        /// Hashes of classes and identifiers.
        var names: [Int] = []
        /// The place among the children of its parent, from 1; nil for any.
        var place: Int?
        /// Whether it is the parent of what it is around, and not further out.
        var isParent = false

        fileprivate var isEmpty: Bool { tag == nil && names.isEmpty && place == nil }
    }
    /// From the element outwards.
    let compounds: [Compound]
    /// Which of two selectors counts more.
    let rank: Int
    /// Equal for selectors of the same form, whatever their names and numbers.
    let form: Int

    /// More than any selector of a real sheet has.
    private static let mostCompounds = 16, mostNames = 16

    /// nil for one that means a state (`:hover`), a part (`::before`), siblings, attributes, or elements by their tags
    /// alone: what those have for a background adorns the page.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(rest: text)
        guard let compounds = reader.compounds(), compounds.count <= Self.mostCompounds,
            compounds.allSatisfy({ $0.names.count <= Self.mostNames && !$0.isEmpty }),
            let own = compounds.first, !own.names.isEmpty || own.tag != nil,
            compounds.contains(where: { !$0.names.isEmpty || $0.place != nil })
        else { return nil }
        self.compounds = compounds
        rank = compounds.reduce(0) { rank, compound in
            let identifiers = compound.names.count { $0 & 1 == 1 }
            let others = compound.names.count - identifiers + (compound.place == nil ? 0 : 1)
            return rank + identifiers << 20 + others << 10 + (compound.tag == nil ? 0 : 1)
        }
        var hasher = Hasher()
        for compound in compounds {
            hasher.combine(compound.tag)
            hasher.combine(compound.names.count)
            hasher.combine(compound.names.count { $0 & 1 == 1 })
            hasher.combine(compound.place != nil)
        }
        form = hasher.finalize()
    }

    /// The hash under which an element's rules are found: its own last name, else its tag.
    var key: Int { compounds.first.flatMap { $0.names.last ?? $0.tag?.key } ?? 0 }

    /// The hash of a class, or of an identifier: those are odd.
    static func hash(_ name: some Sequence<UInt8>, isIdentifier: Bool) -> Int {
        var hasher = Hasher()
        for byte in name { hasher.combine(byte) }
        return isIdentifier ? hasher.finalize() | 1 : hasher.finalize() & ~1
    }

    /// The selectors of a rule, between its commas.
    static func list(_ text: [UInt8]) -> [StyleSelector] {
        var selectors: [StyleSelector] = []
        var (start, depth, isEscaped) = (0, 0, false)
        for (index, byte) in text.enumerated() {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth <= 0:
                if let selector = StyleSelector(text[start..<index]) { selectors.append(selector) }
                start = index + 1
            default: break
            }
        }
        if let selector = StyleSelector(text[start...]) { selectors.append(selector) }
        return selectors
    }

    /// What follows a backslash stands for: up to six hexadecimal digits and a space, or the byte itself; nil at the
    /// end.
    static func escape(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let digits = rest.prefix(6).prefix { URLText.hexDigit($0) != nil }
        guard !digits.isEmpty else { return rest.popFirst().map { [$0] } }
        rest = rest.dropFirst(digits.count)
        if let next = rest.first, EntryScratch.isSpace(next) { rest = rest.dropFirst() }
        let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32(URLText.hexDigit($1) ?? 0) }
        let scalar = value == 0 ? nil : UnicodeScalar(value)
        return Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    }
}

extension StyleSelector {
    /// Takes a selector apart.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        /// From the element outwards; nil if it is none that counts.
        mutating func compounds() -> [Compound]? {
            var compounds: [Compound] = []
            var current = Compound()
            var isAny = false
            /// Whether white space, or a sign of a child, has ended the last one.
            var (hasEnded, isParent) = (false, false)
            while let byte = rest.first {
                if EntryScratch.isSpace(byte) || byte == UInt8(ascii: ">") {
                    rest = rest.dropFirst()
                    hasEnded = true
                    isParent = isParent || byte == UInt8(ascii: ">")
                    continue
                }
                if hasEnded, !current.isEmpty || isAny {
                    current.isParent = isParent
                    // Any element is there anyway.
                    if !current.isEmpty { compounds.insert(current, at: 0) } else if isParent { return nil }
                    (current, isAny) = (Compound(), false)
                }
                (hasEnded, isParent) = (false, false)
                guard read(byte, into: &current, isAny: &isAny) else { return nil }
                if compounds.count > StyleSelector.mostCompounds { return nil }
            }
            guard !current.isEmpty, !isParent else { return nil }
            compounds.insert(current, at: 0)
            return compounds
        }

        /// Reads one condition; false if it cannot be checked.
        private mutating func read(_ byte: UInt8, into compound: inout Compound, isAny: inout Bool) -> Bool {
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: "#"):
                rest = rest.dropFirst()
                let name = identifier()
                guard !name.isEmpty else { return false }
                compound.names.append(StyleSelector.hash(name, isIdentifier: byte == UInt8(ascii: "#")))
            case UInt8(ascii: "*"):
                rest = rest.dropFirst()
                isAny = true
            case UInt8(ascii: ":"):
                rest = rest.dropFirst()
                return pseudoClass(into: &compound)
            default:
                let name = identifier()
                guard !name.isEmpty, compound.isEmpty else { return false }
                compound.tag = ElementTag(name)
            }
            return true
        }

        private mutating func pseudoClass(into compound: inout Compound) -> Bool {
            switch String(decoding: identifier(), as: UTF8.self).lowercased() {
            case "first-child": compound.place = 1
            case "nth-child":
                guard let text = argument(), let place = Int(String(decoding: text, as: UTF8.self)), place > 0 else {
                    return false
                }
                compound.place = place
            // What is left out is rarely the photo.
            case "not": return argument() != nil
            default: return false
            }
            return true
        }

        /// What stands in parentheses, without white space around it.
        private mutating func argument() -> [UInt8]? {
            guard rest.popFirst() == UInt8(ascii: "(") else { return nil }
            var (text, depth): ([UInt8], Int) = ([], 1)
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if depth == 0 { return PageText.collapsed(text) }
                text.append(byte)
            }
            return nil
        }

        private mutating func identifier() -> [UInt8] {
            var name: [UInt8] = []
            while let byte = rest.first {
                if byte == UInt8(ascii: "\\") {
                    rest = rest.dropFirst()
                    guard let meant = StyleSelector.escape(&rest) else { break }
                    name += meant
                } else if URLText.isLetter(byte) || URLText.isDigit(byte) || byte >= 0x80
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                {
                    name.append(byte)
                    rest = rest.dropFirst()
                } else {
                    break
                }
            }
            return name
        }
    }
}
