import PhotoCore

/// JSON within a script: `callback({…});` of a web service for pages (JSONP), or `window.data = […];` of an archive
/// that opens in a browser. Passes on the value alone. Nothing is run.
struct ScriptTransform: ByteTransforming {
    private var hasBegun = false
    /// Brackets, semicolons and white space, which end the script unless more follows.
    private var held: [UInt8] = []

    mutating func transform(
        _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        var rest = bytes[...]
        if !hasBegun {
            rest = rest.drop { !Self.opens($0) }
            if rest.isEmpty { return }
            hasBegun = true
        }
        let tail = rest.reversed().prefix { Self.mayEnd($0) }.count
        let body = rest.dropLast(tail)
        if !body.isEmpty {
            if !held.isEmpty {
                try held.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try next(bytes) }
                held.removeAll(keepingCapacity: true)
            }
            try next(UnsafeRawBufferPointer(rebasing: body))
        }
        guard held.count + tail <= Self.longestEnd else { throw Self.noScript }
        held.append(contentsOf: rest.suffix(tail))
    }

    mutating func finish(next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void) throws(CatalogueFailure) {}

    /// A megabyte of white space is no end.
    private static let longestEnd = 1 << 20
    private static let noScript = CatalogueFailure.notACatalogue(
        reason: localized("It contains only white space or zeros. Check that it is the right file or address."))

    fileprivate static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    private static func mayEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ")") || byte == UInt8(ascii: ";") || byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

extension ByteEncoding {
    /// A name, then an opening bracket or an equals sign, then an object or an array in JSON.
    static let script = ByteEncoding(
        "JavaScript", endings: ["js", "jsonp"], makesUTF8: true, recognises: { isScript($0) },
        makeTransform: { _ in ScriptTransform() })

    private static func isScript(_ head: CatalogueHead) -> Bool {
        guard head.isMadeUTF8 || !head.looksBinary else { return false }
        var rest = head.text
        // Services put an empty comment in front, against attacks.
        if rest.starts(with: "/**/".utf8) { rest = rest.dropFirst(4).drop(while: isSpace) }
        rest = afterGuard(rest)
        for word in ["var ", "let ", "const "] where rest.starts(with: word.utf8) {
            rest = rest.dropFirst(word.utf8.count).drop(while: isSpace)
        }
        guard let first = rest.first, isLetter(first) else { return false }
        rest = rest.drop { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        rest = rest.drop(while: isSpace)
        guard let mark = rest.first, mark == UInt8(ascii: "(") || mark == UInt8(ascii: "=") else { return false }
        rest = rest.dropFirst().drop(while: isSpace)
        guard let opening = rest.first else { return false }
        let inner = rest.dropFirst().drop(while: isSpace)
        switch opening {
        // In an old property list an equals sign follows the first key.
        case UInt8(ascii: "{"): return inner.first == UInt8(ascii: "}") || JSONParser.beginsWithKey(inner)
        case UInt8(ascii: "["): return inner.first.map { "{[\"]".utf8.contains($0) } ?? false
        default: return false
        }
    }

    /// What follows `typeof callback === 'function' &&`, which some services put before the call.
    private static func afterGuard(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.starts(with: "typeof ".utf8) else { return text }
        let end = text.prefix(longestGuard).firstRange(of: Array("&&".utf8))?.upperBound
        let comparison = text[..<(end ?? text.startIndex)]
        guard let end, comparison.firstRange(of: Array("==".utf8)) != nil,
            !comparison.contains(where: ScriptTransform.opens)
        else { return text }
        return text[end...].drop(while: isSpace)
    }

    private static let longestGuard = 512

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
