import Foundation
import PhotoCore
import PhotoServices

/// What can be opened: a catalogue, a folder, some pictures, or the demo.
enum CatalogueSource: Equatable {
    /// A document, or the URL of a ``FolderLocation`` or a ``PictureList``.
    case url(URL)
    case demo(count: Int)

    /// The meaning of a command-line word, or of a stored location; relative paths start at `folder`. `mountedFile`
    /// finds the mount of an address of another kind (`smb://…`).
    ///
    /// Throws a sentence about what is wrong.
    init(
        _ text: String, in folder: FilePath, mountedFile: (_ address: String) -> URL? = MountedShare.file
    ) throws(Arguments.Invalid) {
        if let url = URL(string: text), PictureList(url) != nil || FolderLocation(url)?.isRecursive == true {
            // In its stored form.
            self = .url(url)
        } else if let count = text.wholeMatch(of: /demo:([0-9]{1,7})/).flatMap({ Int($0.output.1) }) {
            guard Arguments.demoCounts.contains(count) else {
                throw Arguments.Invalid(description: localized("No such demo"))
            }
            self = .demo(count: count)
        } else if text.contains("://") || text.lowercased().hasPrefix("file:") {
            switch TypedLocation.parse(text) {
            case .success(let url): self = .url(Self.asFolder(url))
            case .failure(.schemeUnknown(let scheme)):
                // The desktop passes addresses of mounted shares unchanged.
                guard let file = mountedFile(text) else {
                    throw Arguments.Invalid(description: LocationFailure.schemeUnknown(scheme: scheme).description)
                }
                self = .url(Self.asFolder(file))
            case .failure(let failure): throw Arguments.Invalid(description: failure.description)
            }
        } else {
            guard !text.isEmpty else { throw Arguments.Invalid(description: localized("A catalogue’s name is empty.")) }
            self = .url(Self.asFolder(folder.resolving(FilePath(text)).url().standardized))
        }
    }

    /// The meaning of a typed location. Asks the disk whether it is a folder, and for the home of `~name`: for a
    /// worker, because both may be remote.
    static func typed(_ text: String) -> Result<CatalogueSource, LocationFailure> {
        TypedLocation.parse(text).map { .url(asFolder($0)) }
    }

    /// A folder's URL ends in a slash, even if typed without one.
    private static func asFolder(_ url: URL) -> URL {
        guard url.isFileURL, url.fragment == nil, url.filePath.isFolder else { return url }
        return FolderLocation(url, isRecursive: false).url
    }

    /// The folder; nil for other sources.
    var folder: FolderLocation? {
        guard case .url(let url) = self else { return nil }
        return FolderLocation(url)
    }

    /// The same including subfolders, for a folder.
    var recursive: CatalogueSource {
        folder.map { .url(FolderLocation($0.folder, isRecursive: true).url) } ?? self
    }

    /// The picture, for a file or an address with a picture's name.
    var picture: URL? {
        guard case .url(let url) = self, PictureList(url) == nil, PictureList.isPicture(url) else { return nil }
        return url
    }

    /// Its text in the settings: without passwords, which are asked for again.
    var text: String {
        switch self {
        case .url(let url): (PictureList(url)?.withoutPasswords.url ?? url.withoutPassword).absoluteString
        case .demo(let count): "demo:\(count)"
        }
    }

    /// The window's title.
    var title: String {
        switch self {
        case .demo: localized("Demo")
        case .url(let url) where PictureList(url) != nil: localized("Pictures")
        case .url(let url):
            url.shownName.isEmpty || url.shownName == "/"
                ? ShownText.line(url.host ?? url.withoutPassword.absoluteString) : url.shownName
        }
    }
}
