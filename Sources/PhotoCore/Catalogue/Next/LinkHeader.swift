/// Reads `Link` fields of a reply (RFC 8288, section 3).
enum LinkHeader {
    /// The address of the first link to the next page; nil if there is none. `fields` are all Link fields, joined with
    /// commas.
    static func next(_ fields: String) -> String? {
        var rest = fields.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let address = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let relations = relations(&rest)
            if relations.contains("next") { return String(decoding: address, as: UTF8.self) }
        }
        return nil
    }

    /// The relations among a link's parameters; stops at the next link.
    private static func relations(_ rest: inout Substring.UTF8View) -> [String] {
        var found: [String] = []
        while let byte = rest.first, byte != UInt8(ascii: ",") {
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: ";") else { continue }
            let name = token(&rest, until: "=;,").lowercased()
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst()
            let value = value(&rest)
            // Another rel of the same link is to be ignored.
            if name == "rel", found.isEmpty { found = value.lowercased().split(separator: " ").map(String.init) }
        }
        return found
    }

    private static func value(_ rest: inout Substring.UTF8View) -> String {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.first == UInt8(ascii: "\"") else { return token(&rest, until: ";,") }
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func token(_ rest: inout Substring.UTF8View, until ends: String) -> String {
        let text = rest.prefix { !ends.utf8.contains($0) }
        rest = rest[text.endIndex...]
        return String(decoding: text.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
    }
}
