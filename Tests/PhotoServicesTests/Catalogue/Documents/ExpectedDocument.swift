import Foundation

/// What a sidecar of Tests/Samples/Documents expects; its README.md has the rules.
struct ExpectedDocument: Decodable, Sendable {
    let mediaType: String
    let address: String
    let headers: [String: String]?
    let rows: [Row]?
    let opens: [Entry]?
    let follows: [String]?
    let none: Bool?
    let says: [String]?
    let anyOrder: Bool?

    enum CodingKeys: String, CodingKey {
        case mediaType = "media_type"
        case anyOrder = "any_order"
        case address, headers, rows, opens, follows, none, says
    }

    struct Row: Decodable, Sendable {
        let name: OneOf?
        let url: OneOf?
        let member: String?
        /// Not compared if `comparesThumbnail` is false.
        let thumbnail: Thumbnail?
        let comparesThumbnail: Bool
        let page: OneOf?

        enum CodingKeys: String, CodingKey { case name, url, member, thumbnail, page }

        init(from decoder: any Decoder) throws {
            let row = try decoder.container(keyedBy: CodingKeys.self)
            name = try row.decodeIfPresent(OneOf.self, forKey: .name)
            url = try row.decodeIfPresent(OneOf.self, forKey: .url)
            member = try row.decodeIfPresent(String.self, forKey: .member)
            comparesThumbnail = row.contains(.thumbnail)
            thumbnail = try row.decodeIfPresent(Thumbnail.self, forKey: .thumbnail)
            page = try row.decodeIfPresent(OneOf.self, forKey: .page)
        }
    }

    struct Entry: Decodable, Sendable {
        let name: OneOf?
        let url: OneOf
    }

    /// A text, or several of which each is right; nil among them means that none is right as well.
    struct OneOf: Decodable, Sendable {
        let values: [String?]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            values = try (try? value.decode([String?].self)) ?? [value.decode(String.self)]
        }

        func allows(_ text: String?) -> Bool { values.contains(text) }

        func allowsAddress(_ address: String?) -> Bool {
            values.contains { $0.map(Self.canonical) == address.map(Self.canonical) }
        }

        /// The address with the escapes that mean the same made the same, and its query's items sorted.
        static func canonical(_ address: String) -> String {
            let whole = address.split(separator: "#", maxSplits: 1)[0]
            let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let path = unescaped(parts[0], keeping: "/%?#")
            guard parts.count > 1 else { return path }
            return path + "?"
                + parts[1].split(separator: "&").map { unescaped($0, keeping: "&=+%#") }.sorted()
                .joined(separator: "&")
        }

        private static func unescaped(_ text: Substring, keeping kept: String) -> String {
            var bytes: [UInt8] = []
            var rest = Substring(text).utf8[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%"), rest.count >= 2,
                    let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                {
                    rest = rest.dropFirst(2)
                    if kept.utf8.contains(value) || value >= 0x80 {
                        bytes += Array(String(format: "%%%02X", value).utf8)
                    } else {
                        bytes.append(value)
                    }
                } else if byte >= 0x80 {
                    bytes += Array(String(format: "%%%02X", byte).utf8)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
