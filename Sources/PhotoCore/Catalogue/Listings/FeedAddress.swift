/// The addresses of feeds with a scheme of their own: `feed://example.org/feed` and `feed:https://example.org/feed`
/// (https://en.wikipedia.org/wiki/Feed_URI_scheme).
package enum FeedAddress {
    /// The address as it is typed without that scheme; other addresses stay as they are.
    package static func plain(_ address: String) -> String {
        guard address.prefix(5).lowercased() == "feed:" else { return address }
        let rest = address.dropFirst(5)
        return String(rest.hasPrefix("//") ? rest.dropFirst(2) : rest)
    }

    /// The absolute address to fetch, with https as for one that is typed; other addresses stay as they are.
    static func plain(_ address: [UInt8]) -> [UInt8] {
        guard address.prefix(5).elementsEqual("feed:".utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { return address }
        let plain = plain(String(decoding: address, as: UTF8.self))
        return Array((LocationDetection.isAbsolute(Array(plain.utf8)) ? plain : "https://" + plain).utf8)
    }
}
