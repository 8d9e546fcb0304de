import Foundation
import PhotoCore
import PhotoServices

/// What can be opened: a catalogue somewhere, a folder, some pictures, or the demo.
enum CatalogueSource: Equatable {
    /// A document, or what a ``FolderLocation`` or a ``PictureList`` is written as.
    case url(URL)
    case demo(count: Int)

    /// What a command line's word, or the settings' note of last time, stands for; relative paths are taken from
    /// `folder`. `mountedFile` is asked where in the file system an address of another kind (`smb://…`) is mounted.
    ///
    /// Throws the sentence that says what is wrong with it.
    init(
        _ text: String, in folder: FilePath, mountedFile: (_ address: String) -> URL? = MountedShare.file
    ) throws(Arguments.Invalid) {
        if let url = URL(string: text), PictureList(url) != nil || FolderLocation(url)?.isRecursive == true {
            // As it was written here.
            self = .url(url)
        } else if let count = text.wholeMatch(of: /demo:([0-9]{1,7})/).flatMap({ Int($0.output.1) }) {
            guard Arguments.demoCounts.contains(count) else { throw Arguments.Invalid(description: "No such demo") }
            self = .demo(count: count)
        } else if text.contains("://") || text.lowercased().hasPrefix("file:") {
            switch TypedLocation.parse(text) {
            case .success(let url): self = .url(Self.asFolder(url))
            case .failure(.schemeUnknown(let scheme)):
                // The desktop hands on the addresses of shares as it has them, though they are mounted.
                guard let file = mountedFile(text) else {
                    throw Arguments.Invalid(description: LocationFailure.schemeUnknown(scheme: scheme).description)
                }
                self = .url(Self.asFolder(file))
            case .failure(let failure): throw Arguments.Invalid(description: failure.description)
            }
        } else {
            guard !text.isEmpty else { throw Arguments.Invalid(description: "A catalogue’s name is empty.") }
            self = .url(Self.asFolder(folder.resolving(FilePath(text)).url().standardized))
        }
    }

    /// What a person has typed as a location. Asks the disk whether it is a folder, and of whom `~name` is the home:
    /// for a worker, since either may be on another computer.
    static func typed(_ text: String) -> Result<CatalogueSource, LocationFailure> {
        TypedLocation.parse(text).map { .url(asFolder($0)) }
    }

    /// A folder's URL ends with a slash, whether or not it was typed.
    private static func asFolder(_ url: URL) -> URL {
        guard url.isFileURL, url.fragment == nil, url.filePath.isFolder else { return url }
        return FolderLocation(url, isRecursive: false).url
    }

    /// The folder that it is; nil where it is none.
    var folder: FolderLocation? {
        guard case .url(let url) = self else { return nil }
        return FolderLocation(url)
    }

    /// The same with the folders in it, where it is a folder.
    var recursive: CatalogueSource {
        folder.map { .url(FolderLocation($0.folder, isRecursive: true).url) } ?? self
    }

    /// The picture that it names, where it is a file or an address that is one by its name.
    var picture: URL? {
        guard case .url(let url) = self, PictureList(url) == nil, PictureList.isPicture(url) else { return nil }
        return url
    }

    /// The text that stands for it in the settings: without passwords, which are asked for anew.
    var text: String {
        switch self {
        case .url(let url): (PictureList(url)?.withoutPasswords.url ?? url.withoutPassword).absoluteString
        case .demo(let count): "demo:\(count)"
        }
    }

    /// What the window is called.
    var title: String {
        switch self {
        case .demo: "Demo"
        case .url(let url) where PictureList(url) != nil: "Pictures"
        case .url(let url):
            url.shownName.isEmpty || url.shownName == "/"
                ? (url.host ?? url.withoutPassword.absoluteString) : url.shownName
        }
    }
}
