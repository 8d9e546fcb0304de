/// What a page of a PDF document draws (ISO 32000-1, 7.8.2): operators behind their operands.
///
/// Few operators are looked for. Text that looks like them draws nothing that the page does not name.
package struct PDFContent {
    /// A picture or a drawing that the page names.
    package struct Drawn: Equatable, Sendable {
        /// Begins with a slash, as in dictionaries.
        package let name: [UInt8]
        package let placement: PDFPlacement

        package init(name: [UInt8], placement: PDFPlacement) { (self.name, self.placement) = (name, placement) }
    }

    /// What the operator `Do` draws, each once, in the order and the way in which it is first drawn.
    package private(set) var drawn: [Drawn] = []
    /// How many pictures stand in the content itself. Masks, signs and lines are none.
    package private(set) var innerPictures = 0

    /// No name is longer (ISO 32000-1, annex C).
    private static let longestName = 127
    /// No page saves more placements; what lies deeper changes none.
    private static let mostSaved = 1024

    private let content: UnsafeRawBufferPointer
    private let most: Int
    private var index = 0
    private var names: Set<[UInt8]> = []
    private var placement: PDFPlacement
    private var saved: [PDFPlacement] = []
    /// How many more have been saved than may be.
    private var savedDeeper = 0
    /// The last operands: up to six numbers, or a name.
    private var numbers: [Double] = []
    private var name: Range<Int>?
    /// The picture in the content whose dictionary is read.
    private var inner: Inner?
    /// What has no end does not end later, either.
    private var isTextOpen = false
    private var isInnerOpen = false

    private struct Inner {
        var width = 0
        var height = 0
        var isMask = false
        /// Whose value is next.
        var key: Range<Int>?
        /// How many lists and dictionaries are around it.
        var depth = 0
    }

    /// Reads `content`, which is drawn in this placement; at most `most` of a kind.
    package init(
        _ content: UnsafeRawBufferPointer, in placement: PDFPlacement = .upright,
        most: Int = ArchiveLimits.pictureNames
    ) {
        self.content = content
        self.placement = placement
        self.most = most
        while index < content.count, drawn.count < most { readToken() }
    }

    private mutating func readToken() {
        let byte = content[index]
        switch byte {
        case UInt8(ascii: "%"):
            while index < content.count, content[index] != 10, content[index] != 13 { index += 1 }
        case UInt8(ascii: "("):
            forgetOperands()
            index = endOfText()
        case UInt8(ascii: "["), UInt8(ascii: "<"):
            forgetOperands()
            inner?.depth += 1
            index += 1
        case UInt8(ascii: "]"), UInt8(ascii: ">"):
            forgetOperands()
            index += 1
            guard let depth = inner?.depth, depth > 0 else { return }
            inner?.depth = depth - 1
            if depth == 1 { inner?.key = nil }
        case UInt8(ascii: "/"):
            let token = (index + 1)..<end(of: index + 1)
            index = token.upperBound
            forgetOperands()
            if inner == nil { name = token } else { readInner(name: token) }
        case _ where Self.isRegular(byte):
            let token = index..<end(of: index)
            index = token.upperBound
            readWord(token)
        default: index += 1
        }
    }

    /// Where the regular characters from `start` on end.
    private func end(of start: Int) -> Int {
        var end = start
        while end < content.count, Self.isRegular(content[end]) { end += 1 }
        return end
    }

    /// Where the text in parentheses ends that begins here.
    private mutating func endOfText() -> Int {
        if isTextOpen { return index + 1 }
        var (end, depth) = (index, 0)
        while end < content.count {
            switch content[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            end += 1
            if depth == 0 { return end }
        }
        isTextOpen = true
        return index + 1
    }

    private mutating func forgetOperands() {
        name = nil
        numbers.removeAll(keepingCapacity: true)
    }

    // MARK: - Numbers and operators

    private mutating func readWord(_ token: Range<Int>) {
        if let number = number(token) {
            name = nil
            if inner != nil { return readInner(number: number) }
            if numbers.count == 6 { numbers.removeFirst() }
            numbers.append(number)
            return
        }
        if inner == nil {
            run(token)
        } else if matches(token, "ID") {
            endInner()
        } else if matches(token, "BI") {
            inner = Inner()
        } else if inner?.depth == 0 {
            if let key = inner?.key, matches(key, "IM") || matches(key, "ImageMask") {
                let isMask = matches(token, "true")
                inner?.isMask = isMask
            }
            inner?.key = nil
        }
        forgetOperands()
    }

    private mutating func run(_ token: Range<Int>) {
        if matches(token, "Do") {
            draw()
        } else if matches(token, "cm") {
            if let change = PDFPlacement(numbers) { placement = change.within(placement) }
        } else if matches(token, "q") {
            if saved.count < Self.mostSaved { saved.append(placement) } else { savedDeeper += 1 }
        } else if matches(token, "Q") {
            if savedDeeper > 0 { savedDeeper -= 1 } else if let last = saved.popLast() { placement = last }
        } else if matches(token, "BI") {
            inner = Inner()
        }
    }

    private mutating func draw() {
        guard let name, !name.isEmpty, name.count <= 3 * Self.longestName else { return }
        let bytes = [UInt8(ascii: "/")] + unescaped(name)
        if names.insert(bytes).inserted { drawn.append(Drawn(name: bytes, placement: placement)) }
    }

    private func matches(_ token: Range<Int>, _ word: StaticString) -> Bool {
        token.count == word.utf8CodeUnitCount
            && word.withUTF8Buffer { $0.elementsEqual(UnsafeRawBufferPointer(rebasing: content[token])) }
    }

    /// The number that these characters are; nil if they are none.
    private func number(_ token: Range<Int>) -> Double? {
        // No number of a page needs more.
        guard token.count <= 64 else { return nil }
        var (value, scale, digits, isBehindPoint) = (0.0, 1.0, 0, false)
        for place in token {
            let byte = content[place]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value * 10 + Double(byte - UInt8(ascii: "0"))
                if isBehindPoint { scale *= 10 }
                digits += 1
            case UInt8(ascii: "."):
                if isBehindPoint { return nil }
                isBehindPoint = true
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                if place > token.lowerBound { return nil }
            default: return nil
            }
        }
        if digits == 0 { return nil }
        return (content[token.lowerBound] == UInt8(ascii: "-") ? -value : value) / scale
    }

    // MARK: - Pictures in the content (ISO 32000-1, 8.9.7)

    private mutating func readInner(name: Range<Int>) {
        guard let inner, inner.depth == 0 else { return }
        self.inner?.key = inner.key == nil ? name : nil
    }

    private mutating func readInner(number: Double) {
        guard let inner, inner.depth == 0 else { return }
        self.inner?.key = nil
        guard let key = inner.key, let number = Int(exactly: number) else { return }
        if matches(key, "W") || matches(key, "Width") { self.inner?.width = number }
        if matches(key, "H") || matches(key, "Height") { self.inner?.height = number }
    }

    /// Counts the picture, and passes over its bytes, which follow.
    private mutating func endInner() {
        guard let picture = inner else { return }
        inner = nil
        if !picture.isMask, !PDFPictureSize.isOrnament(width: picture.width, height: picture.height),
            innerPictures < most
        {
            innerPictures += 1
        }
        if isInnerOpen { return }
        var end = index + 1
        while end + 1 < content.count {
            if content[end] == UInt8(ascii: "E"), content[end + 1] == UInt8(ascii: "I"),
                Self.isSpace(content[end - 1]), end + 2 == content.count || !Self.isRegular(content[end + 2])
            {
                index = end + 2
                return
            }
            end += 1
        }
        isInnerOpen = true
    }

    // MARK: - Characters

    /// A character may be written as `#20`.
    private func unescaped(_ name: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = name.lowerBound
        while index < name.upperBound {
            if content[index] == UInt8(ascii: "#"), index + 2 < name.upperBound,
                let high = Self.digit(content[index + 1]), let low = Self.digit(content[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(content[index])
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
