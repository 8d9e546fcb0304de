import Synchronization

/// Where a photo is to be kept.
enum SavedPlace: Sendable {
    /// In this file. What is there when its writing begins is replaced: that was agreed to. What comes there later is
    /// not.
    case file(FilePath)
    /// In a file of this folder that is not there yet, under the name given or the next of its kind that is free.
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

/// The names given to files of one folder, each of them once: in lower case, for some file systems know no other. A
/// pure value. The hundred-thousandth photo of one name gets its own as fast as the second.
struct SavedNames: Sendable {
    private var given: Set<String> = []
    /// The next number of each series of names.
    private var next: [String: Int] = [:]

    /// `name`, or the first of "name (2)", "name (3)" … that was not given yet.
    mutating func first(for name: String) -> String {
        given.insert(name.lowercased()).inserted ? name : another(for: name)
    }

    /// The next of "name (2)", "name (3)" …, where what was given before is taken by another file.
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
