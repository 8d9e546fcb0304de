import Foundation

/// Addresses that a listing's own address gives: of its store, its folders and its next page.
package struct ListingAddress: Sendable {
    /// The address without query and fragment, as written.
    private let path: String
    /// The query's items, as written.
    private let items: [Substring]

    package init(_ url: URL) {
        let text = url.absoluteString
        let address = text.prefix { $0 != "#" }
        path = String(address.prefix { $0 != "?" })
        items = address.dropFirst(path.count + 1).split(separator: "&")
    }

    /// The store whose objects it lists: the names are below it.
    package var store: String { path.hasSuffix("/") ? path : path + "/" }

    /// The value of an item of the query, decoded; nil if absent.
    package subscript(name: String) -> String? {
        items.first { Self.name($0) == name }.map {
            let value = $0.dropFirst(name.count + 1)
            return value.removingPercentEncoding ?? String(value)
        }
    }

    /// The address with other items in its query: each is replaced where it stands, added at the end, or removed if its
    /// new value is nil.
    package func setting(_ values: KeyValuePairs<String, [UInt8]?>) -> String {
        var items = items.map(String.init)
        for (name, value) in values {
            let place = items.firstIndex { Self.name($0[...]) == name }
            let item = value.map { name + "=" + Self.encoded($0) }
            switch (place, item) {
            case (let place?, let item?): items[place] = item
            case (let place?, nil): items.remove(at: place)
            case (nil, let item?): items.append(item)
            case (nil, nil): break
            }
        }
        return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
    }

    private static func name(_ item: Substring) -> String { String(item.prefix { $0 != "=" }) }

    /// A value of a query's item: what separates items, and a plus sign, which is a space to many servers, are escaped.
    private static func encoded(_ value: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in value {
            if URLText.isLetter(byte) || URLText.isDigit(byte) || "-._~!*'(),/:@=".utf8.contains(byte) {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Text with the escapes of a form's query: `%20`, and a plus sign for a space.
    package static func decoded(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return text }
        var out: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "%"), index + 2 < text.count, let high = URLText.hexDigit(text[index + 1]),
                let low = URLText.hexDigit(text[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return out
    }
}
