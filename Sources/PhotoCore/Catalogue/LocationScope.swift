import Foundation

/// The meaning of relative addresses in one part of a document, where parts have their own base (XML Base,
/// https://www.w3.org/TR/xmlbase/).
package struct LocationScope: Sendable {
    private let document: URL
    /// The base of this part; nil for the catalogue's own base, which the catalogue resolves itself.
    private let base: URL?

    package init(document: URL) { (self.document, base) = (document, nil) }

    private init(document: URL, base: URL) { (self.document, self.base) = (document, base) }

    /// A part of this one with the base `text`. A forbidden base is ignored.
    package func entering(_ text: String) -> LocationScope {
        guard case .success(let inner) = PhotoLocation.resolve(text, against: base ?? document) else { return self }
        return LocationScope(document: document, base: inner)
    }

    /// The whole document, whose rows resolve against `text` as the catalogue's base.
    package func entering(whole text: String) -> LocationScope {
        guard case .success(let inner) = PhotoLocation.resolve(text, against: document) else { return self }
        return LocationScope(document: inner)
    }

    /// The address, absolute if this part has its own base. An unresolvable address stays as it is, and its row reports
    /// it.
    package func resolve(_ location: [UInt8]) -> [UInt8] {
        guard let base, !location.isEmpty else { return location }
        let text = String(decoding: location, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard case .success(let url) = PhotoLocation.resolve(text, against: base) else { return location }
        return Array(url.absoluteString.utf8)
    }
    /// Whether the value of `key` is an address. A file's name is none: it is not escaped.
    package static func meansAddress(_ key: [UInt8]) -> Bool {
        let sense = KeySense(key)
        return !sense.isFile && (sense.isAddress || sense.picture > 0)
    }

    /// Whether a value may be a relative address: a picture's, or one with a folder. Words under such a key are none.
    package static func mayBeRelative(_ value: [UInt8]) -> Bool {
        if value.isEmpty || LocationDetection.isAbsolute(value) || DataAddress.begins(value) { return false }
        return LocationDetection.namesPicture(value)
            || value.contains(UInt8(ascii: "/")) && !value.contains { $0 <= 0x20 }
    }
}
