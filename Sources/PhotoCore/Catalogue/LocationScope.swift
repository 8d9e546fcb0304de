import Foundation

/// What relative addresses mean in one part of a document, where parts of it may have bases of their own (XML Base,
/// https://www.w3.org/TR/xmlbase/).
public struct LocationScope: Sendable {
    private let document: URL
    /// The base of this part; nil where it is that of the whole catalogue, which resolves its rows itself.
    private let base: URL?

    /// The whole of the document at `document`.
    public init(document: URL) { (self.document, base) = (document, nil) }

    private init(document: URL, base: URL) { (self.document, self.base) = (document, base) }

    /// A part of this one whose base is `text`. One that such a document may not name counts for nothing.
    public func entering(_ text: String) -> LocationScope {
        guard case .success(let inner) = PhotoLocation.resolve(text, against: base ?? document) else { return self }
        return LocationScope(document: document, base: inner)
    }

    /// The whole of the document, whose rows resolve against `text` as the catalogue's base.
    public func entering(whole text: String) -> LocationScope {
        guard case .success(let inner) = PhotoLocation.resolve(text, against: document) else { return self }
        return LocationScope(document: inner)
    }

    /// The address, absolute where this part has a base of its own; one that cannot be is as it was, and for its row to
    /// complain of.
    public func resolve(_ location: [UInt8]) -> [UInt8] {
        guard let base, !location.isEmpty else { return location }
        let text = String(decoding: location, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard case .success(let url) = PhotoLocation.resolve(text, against: base) else { return location }
        return Array(url.absoluteString.utf8)
    }
}
