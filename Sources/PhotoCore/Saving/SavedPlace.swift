import Synchronization

/// The destination of a saved photo.
enum SavedPlace: Sendable {
    /// This file. Replaces a file that exists at the start, as agreed; not one that appears later.
    case file(FilePath)
    /// A new file in this folder, with the given name or the next unused one of its series.
    case folder(FilePath, name: String, wanted: String, names: FolderNames)
}

/// The names that several workers give to files of one folder.
final class FolderNames: Sendable {
    private let names = Mutex(SavedNames())

    /// See ``SavedNames``.
    func first(for name: String) -> String { names.withLock { $0.first(for: name) } }

    /// See ``SavedNames``.
    func another(for name: String) -> String { names.withLock { $0.another(for: name) } }
}

/// The names given to files of one folder, each once; compared in lower case for case-insensitive file systems. A pure
/// value. The hundred-thousandth photo with a name is as fast as the second.
struct SavedNames: Sendable {
    private var given: Set<String> = []
    /// The next number of each series of names.
    private var next: [String: Int] = [:]

    /// `name`, or the first unused of "name (2)", "name (3)" ….
    mutating func first(for name: String) -> String {
        given.insert(name.lowercased()).inserted ? name : another(for: name)
    }

    /// The next of "name (2)", "name (3)" …, because another file has the previous one.
    mutating func another(for name: String) -> String {
        let (stem, ending) = SavedName.series(of: name)
        let series = (stem + ending).lowercased()
        while true {
            let number = next[series, default: 2]
            next[series] = number + 1
            let name = "\(stem) (\(number))\(ending)"
            if given.insert(name.lowercased()).inserted { return name }
        }
    }
}
