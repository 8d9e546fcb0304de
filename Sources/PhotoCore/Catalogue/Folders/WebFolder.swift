import Foundation

/// A server's folder that is opened with the folders in it, as one list. Its URL has the fragment `recursive`, which is
/// never sent, like that of a ``FolderLocation``.
package struct WebFolder: Sendable, Equatable {
    /// The folder's page, without a fragment.
    package let folder: URL

    private static let fragment = "recursive"

    /// The folder that `url` names; nil if it is no http or https address with that fragment.
    package init?(_ url: URL) {
        guard url.fragment == Self.fragment, let folder = Self.with(nil, url) else { return nil }
        self.folder = folder
    }

    /// The address may be a folder's: it ends in a slash, or in a name without an ending, or asks a store for what it
    /// lists below a prefix. Nil for others.
    package init?(mayBe url: URL) {
        // A folder's name may have a dot: a date, a version. Foundation takes what follows it for an ending.
        guard url.webAddress != nil, url.query == nil || Self.isOfStore(url),
            url.hasDirectoryPath || url.pathExtension.isEmpty, let folder = Self.with(nil, url)
        else { return nil }
        self.folder = folder
    }

    package var url: URL { Self.with(Self.fragment, folder) ?? folder }

    /// Whether it asks a store (StoredObjects, StoredBlobs) for a folder: these differ by their query.
    static func isOfStore(_ url: URL) -> Bool {
        let address = ListingAddress(url)
        return address["delimiter"] != nil || address["prefix"] != nil
    }

    private static func with(_ fragment: String?, _ url: URL) -> URL? {
        guard ["http", "https"].contains(url.scheme?.lowercased()),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        else { return nil }
        parts.fragment = fragment
        return parts.url
    }
}
