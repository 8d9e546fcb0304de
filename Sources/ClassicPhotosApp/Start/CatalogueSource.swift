import Foundation
import PhotoCore
import PhotoServices

/// What can be opened: a catalogue, a folder, some pictures, something on a share, or the demo.
enum CatalogueSource: Equatable {
    /// A document, or the URL of a ``FolderLocation`` or a ``PictureList``.
    case url(URL)
    /// A folder or a document on a share; `file` is its place in the file system, once it is mounted.
    case share(ShareLocation, file: URL?)
    case demo(count: Int)

    /// The meaning of a command-line word, or of a stored location; relative paths start at `folder`. `mountedFile`
    /// finds the mount of an address of another kind (`trash://…`), or of a picture on a share, because pictures are
    /// gathered in a window. `isURI` excludes names of files: the desktop passes none.
    ///
    /// Throws a sentence about what is wrong.
    init(
        _ text: String, in folder: FilePath, isURI: Bool = false,
        mountedFile: (_ address: String) -> URL? = MountedShare.file
    ) throws(Arguments.Invalid) {
        if let url = URL(string: text),
            PictureList(url) != nil || FolderLocation(url)?.isRecursive == true || WebFolder(url) != nil
        {
            // In its stored form.
            self = .url(url)
        } else if text == AllLibraries.address {
            self = .url(AllLibraries.url)
        } else if let count = text.wholeMatch(of: /demo:([0-9]{1,7})/).flatMap({ Int($0.output.1) }) {
            guard Arguments.demoCounts.contains(count) else {
                throw Arguments.Invalid(description: localized("No such demo"))
            }
            self = .demo(count: count)
        } else if Self.isAddress(text, in: folder, isURI: isURI) {
            switch TypedLocation.parse(text) {
            case .success(let url):
                guard let share = ShareLocation(url) else {
                    self = .url(Self.asFolder(url))
                    break
                }
                let isPicture = PictureList.isPicture(share.address)
                self = .share(share, file: isPicture ? mountedFile(share.address.absoluteString) : nil)
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

    /// Whether it is no path. Addresses such as `mailto:ann@example.org` have no slashes, and files have such names.
    private static func isAddress(_ text: String, in folder: FilePath, isURI: Bool) -> Bool {
        if text.contains("://") || text.lowercased().hasPrefix("file:") { return true }
        guard URLText.scheme(of: text, fromNetwork: isURI) != nil else { return false }
        return isURI || !folder.resolving(FilePath(text)).isTaken
    }

    /// The meaning of a typed location. Asks the disk whether it is a folder, and for the home of `~name`: for a
    /// worker, because both may be remote.
    static func typed(_ text: String) -> Result<CatalogueSource, LocationFailure> {
        TypedLocation.parse(text).map { url in
            ShareLocation(url).map { CatalogueSource.share($0, file: nil) } ?? .url(asFolder(url))
        }
    }

    /// The file or folder at `url`, which a person has chosen.
    init(chosen url: URL) { self = ShareLocation(url).map { CatalogueSource.share($0, file: nil) } ?? .url(url) }

    /// The share at `location`, mounted at `file`.
    init(_ location: ShareLocation, mountedAt file: URL) {
        guard file.hasDirectoryPath, location.isRecursive else {
            self = .share(location, file: file)
            return
        }
        let folder = location.isCamera ? FolderLocation(camera: file) : FolderLocation(file, isRecursive: true)
        self = .share(location, file: folder.url)
    }

    /// The folder of it at `url`, from one of its rows. On a share it is one that is mounted again when it is opened.
    func folder(at url: URL) -> CatalogueSource {
        if case .url(let own) = self, let part = LibraryLocation(own)?.part(at: url) { return .url(part.url) }
        if case .url(let own) = self, let folder = (DAVFolder(own) ?? CloudSearch(own)?.place)?.folder(at: url) {
            return .url(folder.url)
        }
        guard case .share(let location, let file?) = self, let start = FolderLocation(file)?.folder.absoluteString,
            url.absoluteString.hasPrefix(start)
        else { return .url(url) }
        let share = location.address.absoluteString
        let text = share + (share.hasSuffix("/") ? "" : "/") + url.absoluteString.dropFirst(start.count)
        return URL(string: text).flatMap { ShareLocation($0) }.map { .share($0, file: nil) } ?? .url(url)
    }

    /// Without the place in the file system, which a share may have or not.
    var unmounted: CatalogueSource { if case .share(let share, _) = self { .share(share, file: nil) } else { self } }

    /// What is read: a document, a folder, or several pictures. Nil for the demo, and for a share that is not mounted.
    var url: URL? {
        switch self {
        case .url(let url): url
        case .share(_, let file): file
        case .demo: nil
        }
    }

    /// A folder's URL ends in a slash, even if typed without one.
    private static func asFolder(_ url: URL) -> URL {
        guard url.isFileURL, url.fragment == nil, url.filePath.isFolder else { return url }
        return FolderLocation(url, isRecursive: false).url
    }

    /// The folder; nil for other sources.
    var folder: FolderLocation? {
        url.flatMap { FolderLocation($0) }
    }

    /// The server's folder that is opened with its subfolders; nil for other sources.
    var webFolder: WebFolder? { if case .url(let url) = self { WebFolder(url) } else { nil } }

    /// The same including subfolders, for a folder, also of a server: there, only its page tells whether it is one.
    var recursive: CatalogueSource {
        if case .url(let url) = self, let folder = DAVFolder(url) { return .url(folder.recursive.url) }
        if case .url(let url) = self, let folder = WebFolder(mayBe: url) { return .url(folder.url) }
        let recursive = folder.map { ($0.isRecursive ? $0 : FolderLocation($0.folder, isRecursive: true)).url }
        if case .share(let location, let file) = self { return .share(location.recursive, file: recursive ?? file) }
        return recursive.map { .url($0) } ?? self
    }

    /// The picture, for a file or an address with a picture's name.
    var picture: URL? {
        guard let url, PictureList(url) == nil, PictureList.isPicture(url) else { return nil }
        return url
    }

    /// What a library's server is asked to find; nil for other sources.
    var searched: String? {
        guard case .url(let url) = self else { return nil }
        if case .search(let text)? = LibraryLocation(url)?.part { return text }
        if case .search(let text)? = GalleryAddress.part(at: url)?.part { return text }
        if case .named(let text)? = CloudSearch(url)?.wish { return text }
        return nil
    }

    /// Its text in the settings: without passwords, which are asked for again.
    var text: String {
        switch self {
        case .url(let url): (PictureList(url)?.withoutSecrets.url ?? url.withoutSecret).absoluteString
        case .share(let location, _): location.url.absoluteString
        case .demo(let count): "demo:\(count)"
        }
    }

    /// The name of a file or a folder, or its server's where that says nothing.
    private static func name(of url: URL) -> String {
        let saysNothing = ["", "/"].contains(url.shownName) || DAVFolder(url)?.hasAllFiles == true
        return saysNothing ? host(of: url) : url.shownName
    }

    private static func host(of url: URL) -> String {
        ShownText.line(url.namedHost ?? url.withoutPassword.absoluteString)
    }

    /// The window's title.
    var title: String {
        switch self {
        case .demo: localized("Demo")
        case .share(let location, _): location.title
        case .url(let url) where PictureList(url) != nil: localized("Pictures")
        case .url(let url) where AllLibraries.isAll(url): localized("All Libraries")
        case .url(let url):
            switch GalleryAddress.part(at: url)?.part {
            case .albums: localized("Albums")
            case .tags: localized("Tags")
            case .favourites: localized("Favourites")
            case .album(let name) where !name.isEmpty: ShownText.line(name)
            case .tag(let name) where !name.isEmpty: ShownText.line(name)
            case .photos, .album, .tag, .search: Self.host(of: url)
            case nil: CloudSearch(url)?.title ?? Self.name(of: url)
            }
        }
    }
}
